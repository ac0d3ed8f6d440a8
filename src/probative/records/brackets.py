"""A name with parameters in brackets, as people write it on a command line: knn(n_neighbors=1), f_beta(beta=2)."""

from __future__ import annotations

import ast

from probative.errors import BadParameter
from probative.records.plain import Document


def bracketed(text: str, example: str) -> tuple[str, Document]:
    """The name, and the keyword arguments in the brackets behind it, if there are some; plain values only.

    >>> bracketed("f_beta(beta=2)", "f_beta(beta=2)"), bracketed("auc", "f_beta(beta=2)")
    (('f_beta', {'beta': 2}), ('auc', {}))
    """
    if not isinstance(text, str):
        raise BadParameter("a name was expected.", found=repr(text), remedy=repr(example))
    name, bracket, rest = text.partition("(")
    if not bracket:
        return text, {}
    try:
        call = ast.parse(f"f({rest.rstrip()}", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
            raise ValueError("keywords only")
        return name.strip(), {_keyword(keyword): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, TypeError, ValueError):
        raise BadParameter(f"{text!r} cannot be read.", remedy=repr(example)) from None


def _keyword(keyword: ast.keyword) -> str:
    if keyword.arg is None:
        raise ValueError("keywords only")
    return keyword.arg

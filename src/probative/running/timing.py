"""A limit to the time of one training: a model that hangs must not hold up the others."""

from __future__ import annotations

import ctypes
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from probative.errors import BadParameter


class TookTooLong(BaseException):
    """A training took longer than it was given; no plain exception, which a model might swallow."""


def checked_timeout(seconds: float | None) -> float | None:
    """The limit, if it is one and can be kept here."""
    if seconds is None:
        return None
    if not isinstance(seconds, int | float) or not 0 < seconds < 1e8:
        raise BadParameter("a timeout (--timeout) is a number of seconds above 0.", found=repr(seconds))
    if not hasattr(signal, "setitimer"):
        raise BadParameter("trainings cannot be timed on this system.", remedy="no timeout (--timeout)")
    return float(seconds)


@contextmanager
def in_time(seconds: float | None) -> Iterator[None]:
    """Whatever is done inside is stopped when its time is over.

    The system's alarm does it, and between two steps of Python: code that was compiled is stopped when it returns.
    Only the main thread of a process hears an alarm; other threads, as those of a cluster's workers, are told by one.
    """
    if seconds is None:
        yield
        return
    if threading.current_thread() is not threading.main_thread():
        with _told_by_a_thread(seconds):
            yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise TookTooLong(f"longer than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, late)
    # Again and again, should a model swallow what it does not expect.
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _told_by_a_thread(seconds: float) -> Iterator[None]:
    """The same where no alarm is heard: another thread raises the exception in this one."""
    me, over, lock = threading.get_ident(), threading.Event(), threading.Lock()

    def late() -> None:
        wait = seconds
        while not over.wait(wait):
            with lock:
                if not over.is_set():
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(me), ctypes.py_object(TookTooLong))
            wait = 1.0

    watch = threading.Thread(target=late, daemon=True)
    watch.start()
    try:
        yield
    except TookTooLong:
        raise TookTooLong(f"longer than {seconds:g} seconds") from None
    finally:
        with lock:
            over.set()
            # One that was raised, and has not arrived yet, must not arrive later.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(me), None)

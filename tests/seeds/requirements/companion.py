"""Requirements on the companion to the decks, on errata shown live, and on exercise 7 as it was set."""

from .entry import Entry

SLIDES = "from probative.companion import slides"

ENTRIES = [
    Entry("R223", "probative decks E35", expected=("balanced_accuracy", "0.85"), source="E35: (0.8 + 0.9)/2 by hand"),
    Entry(
        "R223",
        "len({erratum.number for slide in slides() for erratum in slide.errata})",
        setup=SLIDES,
        expected=69,
        source="the list of errata, E1 to E69",
    ),
    Entry(
        "R223",
        'pv.decks("E35").answers[0].value["balanced_accuracy"]',
        expected=(40 / 50 + 45 / 50) / 2,
        tolerance=1e-12,
        source="deck 003, exercise 3, by hand (the deck prints 0.75)",
    ),
    Entry("R223", "probative decks E12 --json -", expected="0.64151407", source="1 − 0.95²⁰"),
    Entry("R223", "probative decks 003-exercise-6", expected="0.397313", source="deck 003, exercise 6"),
    Entry("R223", "python examples/exercise_7_iris.py", expected="0.9600", source="scikit-learn, 1-NN on iris"),
    Entry(
        "R205",
        'pv.decks("001-paired-t-5-folds").answers[0].value["t"]',
        expected=-1.809068067467,
        tolerance=1e-9,
        source="scipy.stats.ttest_rel (the deck prints −0.824)",
    ),
    Entry(
        "R205",
        "len({case for slide in slides() for case in slide.cases})",
        setup=SLIDES,
        expected=66,
        source="worked_examples.json",
    ),
    Entry("R205", "probative decks 003-exercise-5", expected="0.72", source="deck 003, exercise 5: 18/25"),
    Entry("R203", "probative decks 004-r2-endpoints --json -", expected="0.948608137", source="scikit-learn, r2_score"),
]

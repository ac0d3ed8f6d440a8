"""The requirements drawn from the decks, each with a call and what an independent source expects of it."""

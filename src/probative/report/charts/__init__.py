"""Charts of findings: each is one file that says what it takes from findings and how that is described."""

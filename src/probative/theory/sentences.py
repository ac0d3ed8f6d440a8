"""What every page about a known world says."""

ONLY_ESTIMATED = "Real tasks do not come with a known p(x, y), so the risk there is only ever estimated."

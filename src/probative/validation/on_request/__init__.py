"""On request: cases of what is computed only when it is asked for: measures with parameters, tests called by hand."""

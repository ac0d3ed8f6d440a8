"""Guards of data before any training: what an audit looks for, one file for each kind of trouble."""

"""Laws: what must hold for all evidence, measures, engines and intervals."""

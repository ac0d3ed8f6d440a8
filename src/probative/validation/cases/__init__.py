"""Cases: what is asked of a world, and how often the answers are right."""

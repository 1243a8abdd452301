"""Reference data: verses, prayer times, places and the Hijri date. Pure functions; no retrieval, no HTTP."""

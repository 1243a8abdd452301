"""Reference data: places, prayer times and the Hijri date. Pure functions; no retrieval, no HTTP."""

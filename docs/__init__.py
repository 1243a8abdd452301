"""The pages, and the generator of those that are derived (`python -m docs.generate`)."""

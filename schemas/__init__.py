"""What crosses a boundary, and nothing else.

Reference ids, table schemas, source cards, manifests, question sets, answers and the error tree.
Every type here is small, frozen, and has this one home. The package imports the standard library,
pyarrow and pydantic only, so that each room may depend on it without weight.
"""

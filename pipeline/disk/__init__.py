"""What is written lasts, is whole, and is told of where it cannot be.

    writing   files that appear whole, or not at all
    locks     one process at a time, and folders that are gone when their work ends
    faults    what the system refuses, told as an error of ours

Nothing here knows what is in a file.
"""

"""Questions with known outcomes, put to an index: what it finds, what it answers, what it declines.

`sets` reads questions, `run` puts them, `outcome` is what became of each, `ranking` and `selective` are the measures,
`compare` sets two evaluations against each other, `golden` is the short test that a service makes before it serves,
`external` reads sets that are measured on and never passed on, `letters` reads real letters to muftis, `steady` asks in
many ways whether anything changes, `report` and `page` show it all. `recipes` are how the numbers were come by that the
verdict rests on.

It reads an index and never changes one; it sets no threshold and no coefficient of a snapshot.
"""

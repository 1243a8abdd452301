"""Questions with known outcomes, put to an index: what it finds, what it answers, what it declines.

`sets` reads questions, `run` puts them, to an index that searches once for each (`remembering`); `outcome` is what
became of one. `ranking` and `selective` are the measures, `table` and `breakdown` have them of groups of questions,
`record` is what of it a snapshot keeps, `report` and `page` show it all. `golden` is the short test that a service
makes before it serves, `steady` asks in many ways whether anything changes, `external` reads sets that are measured on
and never passed on, `letters` real letters to muftis. `recipes` are how the numbers were come by that the verdict rests
on.

It reads an index and never changes one; it sets no threshold and no coefficient of a snapshot.
"""

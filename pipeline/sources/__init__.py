"""Pinned bytes to documents and quarantine: what a card states, done to every row, with every row accounted for.

    card.yaml --card.load_card--> SourceCard                 written: any file of settings, with all mistakes in it
    origin    --fetch.fetch--> verified file                 origins, archives, compression, staging
    file      --readers.read_rows--> rows                    one module for each format
    row       --convert.convert--> document or problems      plan and mapping: the card made ready; references
    rows      --ingest.ingest--> documents.parquet, quarantine.parquet, counts.json      accounts, groups, tables
    folder    --check.check--> a report for an editor        report: on a terminal, or as a page; advice

A new source is a new card. A new format is a module in `readers`; a new place to fetch from is one in
`origins`. What a text teaches is not judged here, and no text is changed.
"""

"""The only room that knows Prefect: ingest, build, evaluate, publish, rebuild.

A flow names a profile and a home, runs the steps of `pipeline.build.run` as tasks, and leaves artifacts: what became
of the rows, what was quarantined and why, what was measured. With PREFECT_API_URL set it reports to that server;
without, to one that lives as long as the run. Stages are cached by their keys, not by Prefect.
"""

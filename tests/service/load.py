"""A mixed load from a process of its own: reports how many requests there were, and every one that went wrong.

python load.py URL KEY CONNECTIONS

The first line of its input holds the questions. It tells when it begins, and asks until its input ends, and for as many
requests as are a load.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from collections import Counter

import httpx

LEAST = 302
REFERENCES = (
    "/v1/quran/112/1-4",
    "/v1/quran/77/1-50",
    "/v1/prayer-times?city=Mecca&country=SA&date=2026-11-21",
    "/v1/prayer-times?city=London&country=UK&school=1&date=2026-06-01",
    "/v1/prayer-times/methods",
    "/v1/hijri?date=2026-11-21",
)


async def main(url: str, key: str, connections: int, questions: list[str]) -> dict[str, object]:
    """Ask until the input ends."""
    first: dict[str, str] = {}
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    snapshots: Counter[str] = Counter()
    ended = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    asked = 0

    def judge(name: str, given: httpx.Response) -> None:
        counts[str(given.status_code)] += 1
        if given.status_code != 200:
            wrong.append(f"{name}: {given.status_code} {given.text[:200]}")
            return
        snapshots[given.headers.get("x-isnad-snapshot", "none")] += 1
        body = given.json()
        body.pop("usage", None)
        mark = hashlib.sha256(json.dumps(body, ensure_ascii=False).encode()).hexdigest()
        if first.setdefault(name, mark) != mark:
            wrong.append(f"{name}: another answer")

    async def caller(number: int) -> None:
        nonlocal asked
        async with httpx.AsyncClient(
            base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=30
        ) as client:
            turn = number
            while not ended.done() or asked < LEAST:
                turn += 1
                asked += 2
                question, path = questions[turn % len(questions)], REFERENCES[turn % len(REFERENCES)]
                try:
                    judge(question, await client.post("/v1/chat", json={"message": question}))
                    judge(path, await client.get(path))
                except httpx.HTTPError as error:
                    wrong.append(f"{type(error).__name__}: {error}")

    sys.stdout.write("begun\n")
    sys.stdout.flush()
    await asyncio.gather(*(caller(number) for number in range(connections)))
    return {"counts": counts, "snapshots": snapshots, "wrong": wrong[:20], "failed": len(wrong)}


if __name__ == "__main__":
    url, key, connections = sys.argv[1:]
    report = asyncio.run(main(url, key, int(connections), json.loads(sys.stdin.readline())))
    json.dump(report, sys.stdout)

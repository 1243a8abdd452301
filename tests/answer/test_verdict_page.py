"""docs/verdict.md says what the code does. Run this file to write its tables anew."""

from __future__ import annotations

from pathlib import Path

from pipeline.answer.gate import SCOPE_SIGNS, SUPPORT_SIGNS
from pipeline.answer.lexicon import default_lexicon
from schemas.answer import Reason

PAGE = Path(__file__).parents[2] / "docs" / "verdict.md"
MEANING = {
    "agreeing": "share of the five best texts that cover nearly as much as the best one",
    "breadth": "how many things are asked about, up to four",
    "cover": "share of the question in a whole text with its headings",
    "dense_ahead": "how much nearer in meaning the nearest text is than those beyond the fifth",
    "dense_best": "nearness in meaning of the nearest text",
    "digits_absent": "a number of the question that no best text holds",
    "domain": "share of the things asked about that are words of the faith or concepts of the glossary",
    "first_alike": "how near the first text comes to the best that was found, by words like those asked; 1024 where it "
    "is the best",
    "first_aside": "how far the first text, where it is a mufti's answer, lies in meaning behind the nearest such "
    "answer",
    "first_answers": "how likely the first text answers, as a reader tells that has read both, in logits",
    "first_dense": "how near the first text comes to the best, by meaning",
    "first_fused": "the same by all of the search",
    "first_own": "how near the first text comes to the best, by its own words and meaning, without what links add",
    "first_verse": "whether the first text is a verse that a reader has read",
    "first_unlike": "how much less than the likest what the first text was asked is like the question",
    "log_rare": "logarithm of how many words that nothing holds the raw BM25 of the best text is worth",
    "first_aim": "how far the title of the first text, where it is a mufti's answer, is just what is asked",
    "first_merit": "what speaks for the first text, all together",
    "first_wanting": "share of what is asked about that the first text does not name where it speaks of it",
    "inquiry_best": "how alike the question is to the likest that muftis answered, beyond 9/16; 0 without a model",
    "inquiry_first": "the same of what the first text was asked",
    "least_familiar": "how common the rarest thing asked about is in the corpus",
    "lexical_share": "raw BM25 of the best text against the most that the question could reach",
    "lift": "how much likelier the words of the question are in the corpus than in general language",
    "lift_most": "the same of the likeliest one",
    "log_lexical": "logarithm of raw BM25 of the best text",
    "missed": "weight of the heaviest thing asked about that the best window leaves out",
    "near": "share of neighbouring words of the question that stand near each other",
    "subject": "by how much the question is liker, as a model reads it, to questions of this subject than to "
    "strangers'; 0 without a model",
    "type_absent": "no number, or no time, near what is asked about, where one is asked for",
    "unknown": "share of the question that no text holds",
    "window": "share of the question inside one window of words, in the best of five texts",
    "window_own": "the same of the first text",
}


def rules_table() -> str:
    return "\n".join(
        f"| `{rule.name}` | {rule.intent} | {f'`{rule.reason}`' if rule.reason else ''} |"
        for rule in default_lexicon().rules
    )


def features_table() -> str:
    signs = {1: "+", -1: "−", 0: ""}
    return "\n".join(
        f"| `{name}` | {signs[SCOPE_SIGNS.get(name, 0)]} | {signs[SUPPORT_SIGNS.get(name, 0)]} | {MEANING[name]} |"
        for name in sorted({*SCOPE_SIGNS, *SUPPORT_SIGNS})
    )


def test_the_page_lists_the_rules_in_their_order() -> None:
    assert rules_table() in PAGE.read_text("utf-8")


def test_the_page_lists_the_features_and_their_signs() -> None:
    assert features_table() in PAGE.read_text("utf-8")


def test_the_page_names_every_reason() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"| `{reason}` |" in page for reason in Reason)


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    heads = {
        "| rule | intent | declines with |\n|---|---|---|\n": rules_table(),
        "| feature | scope | support | what it is |\n|---|---|---|---|\n": features_table(),
    }
    for head, table in heads.items():
        before, _, after = page.partition(head)
        end = after.find("\n\n")
        page = before + head + table + (after[end:] if end >= 0 else "\n")
    PAGE.write_text(page, "utf-8")

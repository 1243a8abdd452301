"""The specification of the service, line by line: chapters are classes, sentences are tests."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pyarrow as pa
import pytest
from service_world import CHANNEL, QUESTIONS, World, new_key
from starlette.testclient import TestClient

from pipeline.reference.hijri import hijri_date
from pipeline.reference.methods import methods
from schemas.answer import Intent
from schemas.api import ChatResponse, HijriResponse, Me, Methods, PrayerTimes, VerseLookup
from schemas.errors import QuestionError
from service.accounts import Accounts
from service.app import KEY_THREADS, create_app
from service.routes import chat
from service.settings import Settings

ANSWERED = "Is prayer valid without wudu?"
DECLINED = "What is the capital of France?"
ENDPOINTS = (
    ("GET", "/v1/quran/112/1"),
    ("GET", "/v1/prayer-times?city=Mecca&country=SA"),
    ("GET", "/v1/prayer-times/methods"),
    ("GET", "/v1/hijri"),
    ("GET", "/v1/me"),
    ("POST", "/v1/chat"),
)
KEPT = [path for method, path in ENDPOINTS if method == "GET" and path != "/v1/me"]
COUNTED = ("RateLimit", "RateLimit-Policy")


def ask(client: TestClient, message: object, **more: object) -> Any:
    return client.post("/v1/chat", json={"message": message, **more})


def outcome(body: dict) -> dict:
    return {name: value for name, value in body.items() if name != "usage"}


class TestChatRequest:
    def test_message_is_required(self, client: TestClient) -> None:
        given = client.post("/v1/chat", json={})
        assert given.status_code == 422
        assert given.json()["errors"] == [{"in": "body", "field": "message", "detail": "is needed"}]

    @pytest.mark.parametrize(
        ("body", "errors"),
        [
            ([], [("", "the body is an object with the fields of this request")]),
            (
                {"message": "  "},
                [("message", "The question is empty. Expected: a question in English or Arabic.")],
            ),
            (
                {"message": 1, "mode": "x", "background": 5},
                [
                    ("message", "is a text"),
                    ("mode", "is one of 'muslim' or 'dawah'"),
                    ("background", "is a text"),
                ],
            ),
        ],
        ids=range(3),
    )
    def test_each_field_that_is_wrong_is_told(
        self, client: TestClient, body: object, errors: list[tuple[str, str]]
    ) -> None:
        given = client.post("/v1/chat", json=body)
        assert given.status_code == 422
        assert [(one["field"], one["detail"]) for one in given.json()["errors"]] == errors
        assert {one["in"] for one in given.json()["errors"]} == {"body"}

    def test_message_holds_at_most_4000_characters(self, client: TestClient) -> None:
        assert ask(client, "x" * 4000).status_code == 200
        given = ask(client, "x" * 4001)
        assert given.status_code == 422
        assert given.json()["detail"] == "message: holds at most 4000 characters; this one has 4001"

    def test_a_question_that_the_index_refuses_is_the_askers_fault(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(*_: object) -> None:
            raise QuestionError("a question has too many different words", remedy="ask a shorter question")

        monkeypatch.setattr(chat, "answer", refused)
        given = ask(client, ANSWERED)
        assert given.status_code == 422
        assert given.json()["detail"] == (
            "message: A question has too many different words. Ask a shorter question."
        )

    def test_characters_are_counted_and_not_bytes(self, client: TestClient) -> None:
        assert ask(client, "ص" * 4000).status_code == 200  # 8,000 bytes
        assert ask(client, "😀" * 4000).status_code == 200  # 16,000 bytes
        assert ask(client, "😀" * 4001).status_code == 422
        escaped = json.dumps({"message": "😀" * 4000}).encode()  # 48,000 bytes of escapes
        kind = {"Content-Type": "application/json"}
        assert client.post("/v1/chat", content=escaped, headers=kind).status_code == 200

    @pytest.mark.parametrize("question", [ANSWERED, "هل تصح الصلاة بغير وضوء؟"])
    def test_message_is_english_or_arabic(self, client: TestClient, question: str) -> None:
        body = ask(client, question).json()
        assert body["answered"]
        assert body["sources"][0]["referenceId"] == "fatwa:samples:2"

    def test_mode_is_muslim_by_default(self, client: TestClient) -> None:
        assert ask(client, ANSWERED).json()["mode"] == "muslim"

    def test_mode_may_be_dawah(self, client: TestClient) -> None:
        assert ask(client, ANSWERED, mode="dawah").json()["mode"] == "dawah"

    def test_null_is_as_if_a_field_were_left_out(self, client: TestClient) -> None:
        plain = ask(client, ANSWERED).json()
        given = ask(client, ANSWERED, mode=None, background=None).json()
        assert outcome(given) == outcome(plain)
        assert given["mode"] == "muslim"
        assert ask(client, None).status_code == 422

    @pytest.mark.parametrize("mode", ["", "Muslim", "other", 1])
    def test_mode_is_nothing_else(self, client: TestClient, mode: object) -> None:
        assert ask(client, ANSWERED, mode=mode).status_code == 422

    def test_background_is_the_readers_tradition(self, client: TestClient) -> None:
        assert ask(client, ANSWERED, mode="dawah", background="Christian").status_code == 200
        assert ask(client, ANSWERED, mode="dawah", background=None).status_code == 200

    @pytest.mark.parametrize("mode", ["muslim", "dawah"])
    def test_background_may_be_long_and_is_read_up_to_200_characters(
        self, client: TestClient, mode: str
    ) -> None:
        given = ask(client, ANSWERED, mode=mode, background="x " * 100 + "Christian")
        assert given.status_code == 200
        assert "Christian" not in given.json()["answer"]["detail"]

    def test_background_is_used_only_when_mode_is_dawah(self, client: TestClient) -> None:
        plain, given = ask(client, ANSWERED).json(), ask(client, ANSWERED, background="Christian").json()
        assert outcome(plain) == outcome(given)

    def test_a_field_that_is_not_specified_is_refused(self, client: TestClient) -> None:
        given = ask(client, ANSWERED, language="en")
        assert given.json()["detail"] == "language: is not a field of this request"


class TestChatResponse:
    def test_an_answer_has_the_specified_fields_and_types(self, client: TestClient) -> None:
        given = ask(client, ANSWERED)
        body = given.json()
        ChatResponse.model_validate_json(given.content, strict=True)
        assert list(body) == ["answered", "mode", "intent", "answer", "sources", "usage"]
        assert set(body["answer"]) - {"note"} == {"summary", "detail", "evidence"}
        assert all(set(item) == {"heading", "content"} for item in body["answer"]["evidence"])
        assert all(set(source) == {"referenceId", "title", "url"} for source in body["sources"])
        assert set(body["usage"]) == {"ms"}

    def test_answered_is_true_when_the_corpus_answers(self, client: TestClient) -> None:
        body = ask(client, ANSWERED).json()
        assert body["answered"] is True
        assert body["sources"]
        assert body["answer"]["summary"]
        assert body["answer"]["evidence"]

    @pytest.mark.parametrize(
        "question",
        [
            DECLINED,
            "Qur'an 112:9",
            "xyzzy plugh",
            "Can I divorce my wife whom I shouted at yesterday? Please rule.",
        ],
    )
    def test_a_decline_is_200_with_a_summary_to_show(self, client: TestClient, question: str) -> None:
        given = ask(client, question)
        assert given.status_code == 200
        assert given.json()["answered"] is False
        assert len(given.json()["answer"]["summary"]) > 20

    def test_intent_is_one_of_the_documented_values(self, client: TestClient) -> None:
        documented = {str(intent) for intent in Intent}
        assert {ask(client, question).json()["intent"] for question in QUESTIONS} <= documented

    def test_usage_tells_milliseconds(self, client: TestClient) -> None:
        ms = ask(client, ANSWERED).json()["usage"]["ms"]
        assert isinstance(ms, int)
        assert ms >= 0

    def test_note_is_absent_when_there_is_none(self, client: TestClient) -> None:
        notes = [ask(client, question).json()["answer"].get("note", "absent") for question in QUESTIONS]
        assert None not in notes
        assert "absent" in notes

    def test_retrying_an_identical_request_has_the_identical_outcome(self, client: TestClient) -> None:
        for question in QUESTIONS:
            first, second = ask(client, question).json(), ask(client, question).json()
            assert outcome(first) == outcome(second)

    def test_the_outcome_is_the_same_on_any_thread(self, world: World) -> None:
        settings = Settings(world.store, CHANNEL, world.accounts, watch_s=0, threads=8)
        app = create_app(settings)
        app.state.core.holder.refresh()
        with TestClient(app, headers=world.headers) as client:
            expected = [outcome(ask(client, question).json()) for question in QUESTIONS]
            with ThreadPoolExecutor(16) as pool:
                given = list(pool.map(lambda question: ask(client, question).json(), QUESTIONS * 8))
        assert [outcome(body) for body in given] == expected * 8

    def test_an_answer_is_never_stored_by_caches(self, client: TestClient) -> None:
        assert ask(client, ANSWERED).headers["cache-control"] == "no-store"

    def test_the_snapshot_is_named(self, client: TestClient, world: World) -> None:
        assert ask(client, ANSWERED).headers["x-isnad-snapshot"] == world.snapshots[1]

    def test_only_what_rests_on_a_snapshot_names_it(self, client: TestClient, world: World) -> None:
        body = {"json": {"message": "Hello"}}
        refused = [
            client.post("/v1/chat", headers=[("Content-Type", "application/json")] * 2, content=b"{}"),
            client.post("/v1/chat", headers={"Content-Type": "application/json"}),
            client.post("/v1/chat", json={"message": ""}),
            client.post("/v1/chat", headers={"Content-Encoding": "gzip"}, **body),  # type: ignore[arg-type]
            client.get("/v1/quran/115/1"),
            client.get("/v1/quran/1/a"),
            client.get("/v1/prayer-times?city=London&country=UK&method=6"),
            client.get("/v1/nowhere"),
        ]
        assert [given.status_code for given in refused] == [415, 400, 422, 415, 404, 422, 422, 404]
        assert [given.headers.get("x-isnad-snapshot") for given in refused] == [None] * len(refused)
        resting = [
            client.get("/v1/quran/2/255"),  # the snapshot lacks it
            client.get("/v1/prayer-times?city=Nowhere&country=UK"),
            client.get("/v1/quran/112/1"),
        ]
        assert [given.status_code for given in resting] == [503, 422, 200]
        assert {given.headers["x-isnad-snapshot"] for given in resting} == {world.snapshots[1]}


class TestVerses:
    def test_a_single_verse(self, client: TestClient) -> None:
        body = client.get("/v1/quran/112/1").json()
        VerseLookup.model_validate(body, strict=True)
        assert list(body) == ["surah", "verses"]
        assert [list(verse) for verse in body["verses"]] == [["key", "surah", "ayah", "arabic"]]
        assert body["verses"][0] == {
            "key": "112:1",
            "surah": 112,
            "ayah": 1,
            "arabic": "قُلۡ هُوَ ٱللَّهُ أَحَدٌ",
        }

    def test_a_range_has_one_item_per_verse_in_order(self, client: TestClient) -> None:
        keys = [verse["key"] for verse in client.get("/v1/quran/112/2-4").json()["verses"]]
        assert keys == ["112:2", "112:3", "112:4"]

    def test_every_verse_is_byte_for_byte_as_pinned(self, client: TestClient, world: World) -> None:
        with pa.memory_map(str(world.documents)) as file:
            rows = pa.ipc.open_file(file).read_all().select(["id", "kind", "text_ar"]).to_pylist()
        pinned = {row["id"]: row["text_ar"] for row in rows if row["kind"] == "quran"}
        assert len(pinned) == 57
        for name, text in pinned.items():
            surah, ayah = name.split(":")[1:]
            data = client.get(f"/v1/quran/{surah}/{ayah}").content
            assert json.loads(data)["verses"][0]["arabic"].encode() == text.encode()

    def test_a_range_covers_at_most_50_verses(self, client: TestClient) -> None:
        assert len(client.get("/v1/quran/77/1-50").json()["verses"]) == 50
        given = client.get("/v1/quran/77/1-51")
        assert given.status_code == 422
        assert "at most 50 verses" in given.json()["detail"]

    @pytest.mark.parametrize(
        "ayah", ["5", "4-5", "1-50", "0", "0-3", "9" * 26, "9" * 5000, f"{'9' * 26}-{'9' * 26}"]
    )
    def test_a_verse_that_does_not_exist_is_404_and_says_how_many_there_are(
        self, client: TestClient, ayah: str
    ) -> None:
        given = client.get(f"/v1/quran/112/{ayah}")
        assert given.status_code == 404
        assert given.json()["type"] == "urn:isnad:problem:no-such-verse"
        assert given.json()["detail"] == "Surah 112 has 4 verses, numbered from 1."
        assert given.json()["ayahs"] == 4

    @pytest.mark.parametrize("surah", ["0", "115", "9" * 26, "9" * 5000])
    def test_a_surah_that_does_not_exist_is_404(self, client: TestClient, surah: str) -> None:
        body = client.get(f"/v1/quran/{surah}/1").json()
        assert (body["type"], body["surahs"]) == ("urn:isnad:problem:no-such-verse", 114)

    @pytest.mark.parametrize("verse", ["2/255", "114/6", "1/1-7"])
    def test_a_verse_that_the_snapshot_lacks_is_not_denied_to_the_quran(
        self, client: TestClient, verse: str
    ) -> None:
        given = client.get(f"/v1/quran/{verse}")
        assert (given.status_code, given.json()["type"]) == (503, "urn:isnad:problem:unavailable")
        assert int(given.headers["retry-after"]) > 0

    @pytest.mark.parametrize(
        "ayah",
        ["3-1", "01", "1-02", "a", "1-", "-1", "1--2", "1-2-3", "1,2", "+1", "1.0", "1e1", "١", "۱", " 1", "1 ",
         "1 - 2", "1:2", "²", "１"],
    )  # fmt: skip
    def test_what_is_not_a_verse_or_a_range_is_422(self, client: TestClient, ayah: str) -> None:
        given = client.get(f"/v1/quran/112/{quote(ayah)}")
        assert given.status_code == 422
        assert given.json()["errors"][0]["field"] == "ayah"

    @pytest.mark.parametrize("surah", ["01", "a", "-1", "١", "1.0", "112 "])
    def test_what_is_not_a_chapter_number_is_422(self, client: TestClient, surah: str) -> None:
        given = client.get(f"/v1/quran/{quote(surah)}/1")
        assert given.status_code == 422
        assert given.json()["errors"][0]["field"] == "surah"


class TestPrayerTimes:
    def test_the_response_has_the_specified_fields_and_types(self, client: TestClient) -> None:
        body = client.get("/v1/prayer-times", params={"city": "Makkah", "country": "Saudi Arabia"}).json()
        PrayerTimes.model_validate(body, strict=True)
        assert list(body) == ["location", "date", "timezone", "method", "school", "timings", "place"]
        assert list(body["timings"]) == ["Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"]
        assert all(re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", time) for time in body["timings"].values())
        assert re.fullmatch(r"\d\d [A-Z][a-z]{2} \d{4}", body["date"])

    def test_the_times_of_one_day_by_the_method_of_the_country(self, client: TestClient) -> None:
        given = client.get(
            "/v1/prayer-times", params={"city": "Mecca", "country": "SA", "date": "2026-11-21"}
        ).json()
        assert given["timings"] == {
            "Fajr": "05:15",
            "Dhuhr": "12:07",
            "Asr": "15:15",
            "Maghrib": "17:38",
            "Isha": "19:08",
        }
        assert given["date"] == "21 Nov 2026"

    @pytest.mark.parametrize(
        "place", [("London", "UK"), ("لندن", "بريطانيا"), ("LONDON", "gb"), ("القاهرة", "مصر")]
    )
    def test_city_and_country_may_be_english_or_arabic_and_are_echoed(
        self, client: TestClient, place: tuple[str, str]
    ) -> None:
        body = client.get("/v1/prayer-times", params={"city": place[0], "country": place[1]}).json()
        assert body["location"] == {"city": place[0], "country": place[1]}

    def test_the_place_that_was_taken_is_told_beside_the_echo(self, client: TestClient) -> None:
        asked = {"city": "springfield, illinois, USA", "country": "US"}
        body = client.get("/v1/prayer-times", params=asked).json()
        assert body["location"] == {"city": "springfield, illinois, USA", "country": "US"}
        assert body["place"] == {
            "name": "Springfield",
            "region": "Illinois",
            "country": "US",
            "latitude": 39.8017,
            "longitude": -89.6437,
        }

    def test_an_ambiguous_place_comes_with_choices_that_may_be_sent(self, client: TestClient) -> None:
        problem = client.get("/v1/prayer-times", params={"city": "Springfield", "country": "US"}).json()
        assert problem["choices"] == ["Springfield, Missouri", "Springfield, Illinois"]
        places = [
            client.get("/v1/prayer-times", params={"city": choice, "country": "US"}).json()["place"]["region"]
            for choice in problem["choices"]
        ]
        assert places == ["Missouri", "Illinois"]

    @pytest.mark.parametrize(
        ("country", "city", "method"), [("SA", "Mecca", 4), ("EG", "Cairo", 5), ("GB", "London", 3)]
    )
    def test_without_a_method_the_convention_of_the_country_is_used(
        self, client: TestClient, country: str, city: str, method: int
    ) -> None:
        body = client.get("/v1/prayer-times", params={"city": city, "country": country}).json()
        assert body["method"] == {"id": method, "name": methods()[method].name}

    def test_a_method_may_be_chosen(self, client: TestClient) -> None:
        body = client.get("/v1/prayer-times", params={"city": "London", "country": "UK", "method": 2}).json()
        assert body["method"]["id"] == 2

    @pytest.mark.parametrize("number", [6, -1, "9" * 20, "9" * 5000])
    def test_a_method_that_does_not_exist_is_422(self, client: TestClient, number: object) -> None:
        asked = {"city": "London", "country": "UK", "method": number}
        given = client.get("/v1/prayer-times", params=asked)
        assert given.status_code == 422
        assert given.json()["type"] == "urn:isnad:problem:unknown-method"

    def test_the_school_moves_asr(self, client: TestClient) -> None:
        asked = {"city": "London", "country": "UK", "date": "2026-06-01"}
        first = client.get("/v1/prayer-times", params=asked).json()
        second = client.get("/v1/prayer-times", params={**asked, "school": 1}).json()
        assert (first["school"], second["school"]) == (0, 1)
        assert first["timings"]["Asr"] < second["timings"]["Asr"]
        assert first["timings"]["Dhuhr"] == second["timings"]["Dhuhr"]

    def test_the_date_is_today_at_the_place_when_none_is_given(self, client: TestClient) -> None:
        zone = ZoneInfo("Pacific/Kiritimati")  # fourteen hours ahead
        before = datetime.now(zone)
        body = client.get("/v1/prayer-times", params={"city": "Kiritimati", "country": "KI"}).json()
        assert body["date"] in {f"{moment:%d %b %Y}" for moment in (before, datetime.now(zone))}
        assert body["timezone"] == "Pacific/Kiritimati"

    @pytest.mark.parametrize(
        ("asked", "kind"),
        [
            ({"city": "Lon\x00don", "country": "UK"}, "invalid-request"),
            ({"city": "London", "country": "U\x1b[2JK"}, "invalid-request"),
            ({"city": "London\u0085", "country": "UK"}, "invalid-request"),
            ({"city": "Atlantis", "country": "UK"}, "unknown-place"),
            ({"city": "London", "country": "Atlantis"}, "unknown-place"),
            ({"city": "Springfield", "country": "US"}, "ambiguous-place"),
            ({"city": "Longyearbyen", "country": "Norway", "date": "2026-12-21"}, "no-prayer-times"),
            ({"city": "London", "country": "UK", "date": "1899-12-31"}, "outside-calendar"),
            ({"city": "London", "country": "UK", "date": "9999-12-31"}, "outside-calendar"),
            ({"city": "London", "country": "UK", "date": "2026-02-30"}, "invalid-request"),
            ({"city": "London", "country": "UK", "date": "20261121"}, "invalid-request"),
            ({"city": "London", "country": "UK", "date": "٢٠٢٦-١١-٢١"}, "invalid-request"),
            ({"city": "London", "country": "UK", "school": "2"}, "invalid-request"),
            ({"city": "London", "country": "UK", "method": "3.0"}, "invalid-request"),
            ({"city": "London", "country": "UK", "method": "٣"}, "invalid-request"),
            ({"city": "London", "country": "UK", "method": ""}, "invalid-request"),
            ({"city": "London", "country": "UK", "metod": "3"}, "invalid-request"),
            ({"city": "", "country": "UK"}, "invalid-request"),
            ({"city": "x" * 121, "country": "UK"}, "invalid-request"),
            ({"country": "UK"}, "invalid-request"),
            ({"city": "London"}, "invalid-request"),
        ],
    )
    def test_what_cannot_be_answered_is_422_and_says_why(
        self, client: TestClient, asked: dict[str, str], kind: str
    ) -> None:
        given = client.get("/v1/prayer-times", params=asked)
        assert given.status_code == 422
        assert given.json()["type"] == f"urn:isnad:problem:{kind}"

    def test_a_snapshot_without_places_says_when_to_ask_again(
        self, client: TestClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        holder = client.app.state.core.holder
        monkeypatch.setattr(holder, "_served", replace(holder.served, places=None))
        given = client.get("/v1/prayer-times", params={"city": "London", "country": "UK"})
        assert (given.status_code, given.json()["type"]) == (503, "urn:isnad:problem:unavailable")
        assert int(given.headers["retry-after"]) > 0

    def test_names_are_compared_by_their_letters_alone(self, client: TestClient) -> None:
        plain = {"city": "London", "country": "UK", "date": "2026-11-21"}
        odd = {**plain, "city": " London!\u200f"}
        both = [client.get("/v1/prayer-times", params=asked).json()["timings"] for asked in (plain, odd)]
        assert both[0] == both[1]

    def test_a_parameter_that_is_given_twice_is_422(self, client: TestClient) -> None:
        given = client.get("/v1/prayer-times?city=London&country=UK&city=Cairo")
        assert given.json()["detail"] == "city: is given twice"

    def test_the_methods_are_listed_with_their_parameters(self, client: TestClient) -> None:
        body = client.get("/v1/prayer-times/methods").json()
        Methods.model_validate(body, strict=True)
        assert [each["id"] for each in body["methods"]] == list(methods())
        makkah = next(each for each in body["methods"] if each["id"] == 4)
        assert makkah["isha"] == {"unit": "minutes", "value": 90}
        assert makkah["ishaInRamadan"] == {"unit": "minutes", "value": 120}

    def test_every_listed_method_may_be_chosen(self, client: TestClient) -> None:
        for method in client.get("/v1/prayer-times/methods").json()["methods"]:
            asked = {"city": "London", "country": "UK", "date": "2026-03-01", "method": method["id"]}
            assert client.get("/v1/prayer-times", params=asked).json()["method"]["name"] == method["name"]


class TestHijri:
    def test_todays_date_has_the_specified_fields_and_types(self, client: TestClient) -> None:
        zone = ZoneInfo("Asia/Riyadh")
        before = datetime.now(zone).date()
        body = client.get("/v1/hijri").json()
        HijriResponse.model_validate(body, strict=True)
        days = {before, datetime.now(zone).date()}
        assert body["hijri"] in [hijri_date(day).model_dump() for day in days]
        assert list(body) == ["hijri"]
        assert list(body["hijri"]) == ["day", "month", "monthName", "year"]

    def test_the_first_of_ramadan(self, client: TestClient) -> None:
        body = client.get("/v1/hijri", params={"date": "2026-02-18"}).json()
        assert body["hijri"] == {"day": 1, "month": 9, "monthName": "Ramadan", "year": 1447}

    def test_a_community_may_shift_it_by_two_days(self, client: TestClient) -> None:
        body = client.get("/v1/hijri", params={"date": "2026-02-18", "adjustment": -1}).json()
        assert body["hijri"]["monthName"] == "Shaban"
        for adjustment in ("-3", "3", "x", "1.0"):
            assert client.get("/v1/hijri", params={"adjustment": adjustment}).status_code == 422
        wrong = client.get("/v1/hijri", params={"adjustment": 3, "date": "1.5.2026"}).json()
        assert wrong["detail"] == "adjustment: is at most 2; date: is a date of the form YYYY-MM-DD"

    @pytest.mark.parametrize(
        "zone", ["Mars/Olympus", "../../etc/passwd", "/etc/passwd", "", "UTC\x00", "x" * 65]
    )
    def test_a_timezone_that_does_not_exist_is_422(self, client: TestClient, zone: str) -> None:
        assert client.get("/v1/hijri", params={"timezone": zone}).status_code == 422

    @pytest.mark.parametrize("date", ["1924-07-31", "2077-11-17", "0001-01-01", "9999-12-31"])
    def test_the_calendar_has_an_end(self, client: TestClient, date: str) -> None:
        for adjustment in ("0", "-2", "2") if date[0] in "09" else ("0",):
            given = client.get("/v1/hijri", params={"date": date, "adjustment": adjustment})
            assert given.json()["type"] == "urn:isnad:problem:outside-calendar"


class TestAuthentication:
    @pytest.mark.parametrize(("method", "path"), ENDPOINTS)
    @pytest.mark.parametrize(
        "header",
        [None, "", "Bearer", "Bearer ", "Basic abc", "Bearer wrong", "Bearer isnad_0000000000000000_" + "A" * 43,
         "Bearer " + "x" * 9000, "isnad_0000000000000000_" + "A" * 43],
    )  # fmt: skip
    def test_every_request_needs_a_key(
        self, client: TestClient, method: str, path: str, header: str | None
    ) -> None:
        request = client.build_request(
            method, path, headers={} if header is None else {"Authorization": header}
        )
        if header is None:
            del request.headers["Authorization"]
        given = client.send(request)
        assert given.status_code == 401
        assert given.headers["www-authenticate"].startswith("Bearer")
        assert given.json()["type"] == "urn:isnad:problem:unauthenticated"
        assert not any(name in given.headers for name in COUNTED)

    def test_two_authorization_headers_are_none(self, client: TestClient, world: World) -> None:
        pair = [("Authorization", f"Bearer {world.key}"), ("Authorization", f"Bearer {world.key}")]
        assert client.get("/v1/me", headers=pair).status_code == 401

    def test_the_name_of_the_scheme_may_be_written_in_any_case(
        self, client: TestClient, world: World
    ) -> None:
        assert client.get("/v1/me", headers={"Authorization": f"bearer {world.key}"}).status_code == 200

    def test_me_returns_the_account_and_the_remaining_quota(self, client: TestClient, world: World) -> None:
        key = new_key(world.accounts, quota=7, name="A mosque")
        body = client.get("/v1/me", headers={"Authorization": f"Bearer {key}"}).json()
        Me.model_validate(body, strict=True)
        assert body["account"]["name"] == "A mosque"
        assert (body["quota"]["limit"], body["quota"]["remaining"]) == (7, 7)
        assert datetime.fromisoformat(body["quota"]["resets"]) > datetime.now(UTC)

    def test_operators_need_no_key(self, client: TestClient) -> None:
        for path in ("/healthz", "/readyz", "/metrics", "/openapi.json"):
            request = client.build_request("GET", path)
            del request.headers["Authorization"]
            assert client.send(request).status_code == 200


class TestQuotaAndRate:
    def test_each_question_counts_one_and_nothing_else_counts(self, client: TestClient, world: World) -> None:
        mine = {"Authorization": f"Bearer {new_key(world.accounts, quota=100)}"}

        def left() -> int:
            return int(client.get("/v1/me", headers=mine).json()["quota"]["remaining"])

        for question in (ANSWERED, DECLINED):
            client.post("/v1/chat", json={"message": question}, headers=mine)
        assert left() == 98
        client.get("/v1/quran/112/1", headers=mine)
        for wrong in ({"message": ""}, {"message": "x" * 4001}, {"message": "a\x00b"}, {"mode": "dawah"}):
            assert client.post("/v1/chat", json=wrong, headers=mine).status_code == 422
        assert client.post("/v1/chat", content=b"{", headers=mine).status_code == 415
        assert left() == 98

    def test_what_is_left_is_told_with_each_answer(self, client: TestClient, world: World) -> None:
        mine = {"Authorization": f"Bearer {new_key(world.accounts, quota=5, rate=60)}"}
        given = client.post("/v1/chat", json={"message": DECLINED}, headers=mine)
        assert given.headers["ratelimit-policy"] == '"quota";q=5, "calls";q=60;w=60'
        assert re.fullmatch(r'"quota";r=4;t=\d+, "calls";r=59;t=1', given.headers["ratelimit"])

    def test_a_used_up_quota_is_429_and_says_when_it_begins_anew(
        self, client: TestClient, world: World
    ) -> None:
        mine = {"Authorization": f"Bearer {new_key(world.accounts, quota=1)}"}
        statuses = [
            client.post("/v1/chat", json={"message": DECLINED}, headers=mine).status_code for _ in "12"
        ]
        assert statuses == [200, 429]
        given = client.post("/v1/chat", json={"message": DECLINED}, headers=mine)
        assert given.json()["type"] == "urn:isnad:problem:quota-exhausted"
        assert 0 < int(given.headers["retry-after"]) <= 86_400
        assert client.get("/v1/hijri", headers=mine).status_code == 200

    def test_the_quota_is_exact_however_many_ask_at_once(self, client: TestClient, world: World) -> None:
        mine = {"Authorization": f"Bearer {new_key(world.accounts, quota=30)}"}
        with ThreadPoolExecutor(16) as pool:
            given = pool.map(
                lambda _: client.post("/v1/chat", json={"message": "Hello"}, headers=mine).status_code,
                range(60),
            )
        assert sorted(given) == [200] * 30 + [429] * 30

    def test_too_many_calls_in_a_minute_are_429(self, client: TestClient, world: World) -> None:
        mine = {"Authorization": f"Bearer {new_key(world.accounts, rate=3)}"}
        given = [client.get("/v1/hijri", headers=mine) for _ in range(4)]
        assert [each.status_code for each in given] == [200, 200, 200, 429]
        assert given[3].json()["type"] == "urn:isnad:problem:rate-limited"
        assert int(given[3].headers["retry-after"]) == given[3].json()["retryAfter"] == 20
        assert given[0].headers["ratelimit"].startswith('"calls";r=2;')


class TestCaching:
    @pytest.mark.parametrize("path", KEPT)
    def test_a_reference_answer_has_a_strong_tag_and_a_lifetime(self, client: TestClient, path: str) -> None:
        given = client.get(path)
        assert re.fullmatch(r'"[0-9a-f]{32}"', given.headers["etag"])
        assert re.fullmatch(r"private, max-age=\d+", given.headers["cache-control"])

    @pytest.mark.parametrize("path", KEPT)
    @pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
    def test_what_the_caller_has_is_not_sent_again(self, client: TestClient, path: str, form: str) -> None:
        tag = client.get(path).headers["etag"]
        given = client.get(path, headers={"If-None-Match": form.format(tag)})
        assert given.status_code == 304
        assert given.content == b""
        assert given.headers["etag"] == tag
        assert "cache-control" in given.headers

    @pytest.mark.parametrize("tag", ['"other"', "", "x", '"' + "0" * 32 + '"'])
    def test_another_tag_gets_the_answer(self, client: TestClient, tag: str) -> None:
        assert client.get("/v1/quran/112/1", headers={"If-None-Match": tag}).status_code == 200

    def test_an_answer_of_today_is_kept_until_the_day_ends_there(self, client: TestClient) -> None:
        kept = client.get("/v1/prayer-times", params={"city": "Kiritimati", "country": "KI"}).headers[
            "cache-control"
        ]
        now = datetime.now(ZoneInfo("Pacific/Kiritimati"))
        left = 86_400 - (now.hour * 3600 + now.minute * 60 + now.second)
        assert abs(int(kept.split("=")[1]) - left) <= 60 or left <= 60
        dated = client.get("/v1/hijri", params={"date": "2026-01-01"}).headers["cache-control"]
        assert dated == "private, max-age=86400"


class TestEveryResponse:
    def test_a_callers_request_id_comes_back(self, client: TestClient) -> None:
        assert (
            client.get("/v1/me", headers={"X-Request-Id": "abc-1.2_3"}).headers["x-request-id"] == "abc-1.2_3"
        )

    @pytest.mark.parametrize("wrong", ["", "a b", "x" * 65, "a\x01b", "ü", 'a"b', "a;b"])
    def test_a_request_id_that_is_no_plain_token_is_replaced(self, client: TestClient, wrong: str) -> None:
        given = client.get("/v1/me", headers={"X-Request-Id": wrong.encode()})
        assert re.fullmatch(r"[0-9a-f]{32}", given.headers["x-request-id"])

    def test_a_problem_bears_the_id_of_its_request(self, client: TestClient) -> None:
        given = client.get("/v1/nothing", headers={"X-Request-Id": "abc"})
        assert given.json()["instance"] == "urn:isnad:request:abc"

    @pytest.mark.parametrize(("method", "path"), [pair for pair in ENDPOINTS if pair[0] == "GET"])
    def test_head_is_answered_as_get(self, client: TestClient, method: str, path: str) -> None:
        assert client.head(path).status_code == 200

    def test_without_a_snapshot_it_says_so(self, world: World) -> None:
        app = create_app(Settings(world.folder / "empty", CHANNEL, world.accounts, watch_s=0))
        with TestClient(app, headers=world.headers) as client:
            for method, path in (*ENDPOINTS[:2], ENDPOINTS[-1], ("GET", "/readyz")):
                given = client.request(method, path, json={"message": "Hello"} if method == "POST" else None)
                assert given.status_code == 503
                assert given.json()["type"] == "urn:isnad:problem:not-ready"
                assert "retry-after" in given.headers
            for path in ("/v1/hijri", "/v1/me", "/v1/prayer-times/methods", "/healthz"):
                assert client.get(path).status_code == 200


def test_a_full_line_is_503_and_costs_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread, one place to wait: the third question at once is turned away before it is counted."""
    begun, go_on = threading.Semaphore(0), threading.Event()
    from service.routes import chat

    real = chat.answer

    def slow(*given: object) -> object:
        begun.release()
        go_on.wait(20)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(chat, "answer", slow)
    app = create_app(Settings(world.store, CHANNEL, world.accounts, watch_s=0, threads=1, max_waiting=1))
    app.state.core.holder.refresh()
    mine = {"Authorization": f"Bearer {new_key(world.accounts, quota=10)}"}
    with TestClient(app, headers=mine) as client, ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(ask, client, "Hello") for _ in range(2)]
        begun.acquire(timeout=20)
        while client.get("/v1/me").json()["quota"]["remaining"] > 8:
            pass
        third = ask(client, "Hello")
        go_on.set()
        assert [each.result().status_code for each in waiting] == [200, 200]
        assert (third.status_code, third.json()["type"]) == (503, "urn:isnad:problem:busy")
        assert client.get("/v1/me").json()["quota"]["remaining"] == 8


def test_who_makes_keys_up_takes_no_thread_from_who_has_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the database takes over each, and beyond a line of them the next is turned away."""
    begun, go_on, real = threading.Semaphore(0), threading.Event(), Accounts.authenticate

    def slow(accounts: Accounts, text: str, now: datetime) -> object:
        begun.release()
        go_on.wait(20)
        return real(accounts, text, now)

    monkeypatch.setattr("service.app.KEYS_WAITING", 40)
    monkeypatch.setattr("service.gate.REMEMBERED_S", 60.0)
    app = create_app(Settings(world.store, CHANNEL, world.accounts, watch_s=0))
    app.state.core.holder.refresh()
    with TestClient(app, headers=world.headers) as client, ThreadPoolExecutor(60) as pool:
        assert client.get("/v1/me").status_code == 200  # and is remembered
        monkeypatch.setattr(Accounts, "authenticate", slow)
        made_up = [{"Authorization": f"Bearer isnad_{n:016}_{'x' * 43}"} for n in range(60)]
        asked = [pool.submit(client.get, "/v1/me", headers=one) for one in made_up]
        for _ in range(KEY_THREADS):
            assert begun.acquire(timeout=20)
        try:
            for turned_away in islice(as_completed(asked, timeout=20), 16):
                assert turned_away.result().status_code == 503
            mine = pool.submit(client.get, "/v1/me").result(timeout=20)
        finally:
            go_on.set()
        assert mine.status_code == 200
        told = Counter(each.result().json()["type"] for each in asked)
        assert told == {"urn:isnad:problem:unauthenticated": 44, "urn:isnad:problem:busy": 16}


@pytest.mark.parametrize("address", ["/v1/quran/112/1", "/v1/me", "/v1/prayer-times/methods", "/v1/chat"])
def test_a_parameter_where_none_is_taken_is_422(client: TestClient, address: str) -> None:
    method = "POST" if address == "/v1/chat" else "GET"
    before = client.get("/v1/me").json()["quota"]["remaining"]
    given = client.request(method, f"{address}?edition=uthmani", json={"message": "2:255"})
    assert given.status_code == 422
    assert given.json()["errors"] == [
        {"in": "query", "field": "edition", "detail": "is not a field of this request"}
    ]
    assert client.get("/v1/me").json()["quota"]["remaining"] == before

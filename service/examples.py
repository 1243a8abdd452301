"""Examples in the OpenAPI document. Tests send the requests and check the responses against the schemas."""

from __future__ import annotations

from typing import Any

CHAT_REQUESTS: dict[str, Any] = {
    "english": {"value": {"message": "What does the Qur'an say about patience?"}},
    "arabic": {"value": {"message": "ما فضل الصبر؟"}},
    "dawah": {"value": {"message": "Who is Jesus in Islam?", "mode": "dawah", "background": "Christian"}},
}
CHAT_ANSWERED: dict[str, Any] = {
    "answered": True,
    "mode": "muslim",
    "intent": "lookup",
    "answer": {
        "summary": "This is Qur'an 112:1.",
        "detail": "**Qur'an 112:1** is shown below.",
        "evidence": [{"heading": "From the Qur'an", "content": "Qur'an 112:1\n\nقُلۡ هُوَ ٱللَّهُ أَحَدٌ"}],
    },
    "sources": [{"referenceId": "quran:112:1", "title": "Qur'an 112:1", "url": "https://quran.com/112/1"}],
    "usage": {"ms": 14},
}
CHAT_DECLINED: dict[str, Any] = {
    "answered": False,
    "mode": "muslim",
    "intent": "out_of_scope",
    "answer": {
        "summary": "This question is outside what the sources here cover, so it is not answered.",
        "detail": "",
        "evidence": [],
    },
    "sources": [],
    "usage": {"ms": 6},
}
VERSES: dict[str, Any] = {
    "surah": 112,
    "verses": [{"key": "112:1", "surah": 112, "ayah": 1, "arabic": "قُلۡ هُوَ ٱللَّهُ أَحَدٌ"}],
}
PRAYER_TIMES: dict[str, Any] = {
    "location": {"city": "Makkah", "country": "Saudi Arabia"},
    "date": "21 Nov 2026",
    "timezone": "Asia/Riyadh",
    "method": {"id": 4, "name": "Umm Al-Qura University, Makkah"},
    "school": 0,
    "timings": {"Fajr": "05:16", "Dhuhr": "12:07", "Asr": "15:17", "Maghrib": "17:39", "Isha": "19:09"},
    "place": {
        "name": "Makkah",
        "region": "Mecca Region",
        "country": "SA",
        "latitude": 21.42664,
        "longitude": 39.82563,
    },
}
METHODS: dict[str, Any] = {
    "methods": [
        {
            "id": 4,
            "name": "Umm Al-Qura University, Makkah",
            "nameAr": "جامعة أم القرى بمكة المكرمة",
            "fajr": {"unit": "degrees", "value": 18.5},
            "maghrib": {"unit": "minutes", "value": 0.0},
            "isha": {"unit": "minutes", "value": 90.0},
            "ishaInRamadan": {"unit": "minutes", "value": 120.0},
            "offsets": {},
            "seasonal": False,
        }
    ]
}
HIJRI: dict[str, Any] = {"hijri": {"day": 11, "month": 6, "monthName": "Jumada al-Akhirah", "year": 1448}}
ME: dict[str, Any] = {
    "account": {"id": "acct_5f1d7a84c0b3e296", "name": "A mosque's website"},
    "quota": {"limit": 1000, "remaining": 998, "resets": "2026-12-01T00:00:00Z"},
}

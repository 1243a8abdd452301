"""The four verses that the small index holds."""

from __future__ import annotations

IKHLAS = (
    ("قُلۡ هُوَ ٱللَّهُ أَحَدٌ", "Say, He is Allah, One"),
    ("ٱللَّهُ ٱلصَّمَدُ", "Allah, the Eternal Refuge"),
    ("لَمۡ يَلِدۡ وَلَمۡ يُولَدۡ", "He neither begets nor is born"),
    ("وَلَمۡ يَكُن لَّهُۥ كُفُوًا أَحَدُۢ", "Nor is there to Him any equivalent"),
)

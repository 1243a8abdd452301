"""Whose view a piece of an Arabic text tells: what others hold, or what its author holds to be right.

A mufti tells what most hold, and then why he holds otherwise; a book states its rule, and then what another school
says. Patterns of folded words (`fold`). Which pieces are quoted, `choose` says.
"""

from __future__ import annotations

import re

_SCHOOL = (
    r"(?:(?:ابو|ابي|ابا) (?:حنيفه|يوسف|ثور)|مالك|الشافعي|احمد|اسحاق|الثوري|الاوزاعي|ابن حزم|الحنفيه|المالكيه|الشافعيه"
    r"|الحنابله|الظاهريه|الاماميه)"
)
_SOME = (
    r"(?:بعض|بعضهم|اكثر|جمهور|جماعه|جمع|قوم|اخرون|طايفه|كثير|الاكثر(?:ون)?|الجمهور|(?:ال)?علماء|اهل العلم"
    r"|الفقهاء|الايمه)"
)
_SAYS = r"(?:ذهب|ذهبت|قال|قالت|قالوا|يقول|يقولون|يري|يرون|اختلف|اختلفوا)"
_REPORTS = re.compile(
    rf"(?:^|\s)[وف]?{_SAYS} (?:به )?(?:{_SOME}|{_SCHOOL})(?=\W|$)"
    r"|(?:^|\s)[وف]?(?:اكثر|جمهور|بعض|كثير من|جماعه من|طايفه من) (?:اهل العلم|العلماء|الفقهاء|السلف)"
    rf"[^.؛]{{0,60}}?\s(?:{_SAYS}|علي ان)(?=\W|$)"
    r"|(?:^|\s)خلاف (?:\S+ )?بين (?:اهل العلم|العلماء|الفقهاء)"
    rf"|(?:^|\s)[وف]?(?:قيل|منهم من|عند {_SCHOOL})(?=\W|$)"
)
_OF_SOME = re.compile(
    r"^\W*[وف]?(?:قال|راي|ذهب|رخص|كره) (?:بعضهم|بعض|قوم) ?(?:اهل العلم|من اهل العلم)?(?=\W)"
)
_OF_ANOTHER = re.compile(rf"^\W*[وف]?(?:(?:قال|عند|ذهب|خالف) (?:{_SCHOOL}|{_SOME})|قيل)(?=\W|$)")
_DECIDES = re.compile(
    r"(?:^|\s)[وف]?(?:الصواب|الصحيح(?! (?:عن|من حديث|البخاري|ان (?:رسول|النبي)))|الراجح|الارجح|الاصح|الاظهر|المختار"
    r"|المرجح)(?<!في الصحيح)(?=\W|$)"
    r"|(?:^|\s)(?:علي|في) اصح (?:قولي|اقوال|القولين|الاقوال)"
    r"|(?:^|\s)(?:هو|القول|قول) (?:ال)?(?:ارجح|اصح|حق|ضعيف|مرجوح)(?=\W|$)"
    r"|(?:^|\s)(?:الذي )?[ان]فتي ب\S+(?=\W|$)"
)


def reports(folded: str) -> bool:
    """Whether a piece tells what others hold, and does not say which view is right.

    >>> reports("اكثر اهل العلم يقولون انها تقع"), reports("ذهب بعضهم الي المنع والصواب الجواز")
    (True, False)
    """
    return _REPORTS.search(folded) is not None and not decides(folded)


def begins_with_another(folded: str) -> bool:
    """Whether a piece begins with what somebody else holds: "and al-Shafi'i said"."""
    return _OF_ANOTHER.match(folded) is not None and not decides(folded)


def begins_with_some(folded: str) -> bool:
    """Whether a piece begins with what some hold, and does not name who: "and some scholars said".

    >>> begins_with_some("وقال بعض اهل العلم فيه نيه الرجل"), begins_with_some("قال مالك الامر عندنا")
    (True, False)
    """
    return _OF_SOME.match(folded) is not None


def decides(folded: str) -> bool:
    """Whether a piece says which view is right.

    >>> decides("وهذا القول ارجح من حيث الدليل"), decides("ثبت في الصحيح عن النبي")
    (True, False)
    """
    return _DECIDES.search(folded) is not None

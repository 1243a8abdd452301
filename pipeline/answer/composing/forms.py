"""What a sentence of a text is, by its words: the way to a quotation, a citation, one view of several, a list.

Patterns of folded words (`fold`), in both languages. What they are worth, `pipeline.answer.composing.worth` says.
"""

from __future__ import annotations

import re

CHAIN = re.compile(
    r"حدثنا|حدثني|اخبرنا|اخبرني|انبانا|سمعت|(?:^|\s)عن (?:ابي|ابن|عبد)|narrated|reported|it was narrated|told us",
    re.I,
)
# What people held before they were told, or in ignorance.
HELD = re.compile(r"\bused to (?:say|think|consider|believe|regard)\b")
# The end of a sentence that leads to the words of another.
INTRODUCES = re.compile(
    r"\b(?:said|says|states?|writes?|replied|interpretation of the meanings?)\s*[)]?\s*[:,]*$"
    r"|(?:قال|قالت|يقول|قوله)(?: تعالي| سبحانه| عز وجل| جل وعلا| الله| النبي| رسول الله| صلي الله عليه وسلم"
    r"| عليه (?:الصلاه و)?السلام)*\s*[:،]*$"
)
# Who hears an Arabic narration asks on what it says.
ASKS_ON = re.compile(r"^\W*[فو]?(?:قالوا|قيل|قلنا|قلت|سيل|قال ثم)(?![\u0621-\u064a])")
# They only say yes or no to it, and he speaks on.
REPLIES = re.compile(r"^\W*[فو]?(?:قالوا|قلنا|قلت) (?:نعم|لا|بلي|اجل)(?![\u0621-\u064a])")
# What is said in an Arabic narration, which has no question marks, asks: it leads to what is said on the reply.
ASKED = re.compile(
    r"\"\W*[فو]?(?:(?:ما (?:هذ[اه]|لك|شانك|بال\S*|منعك|حملك)|هل|كيف|اين|لم|لمن|ا?تدرون|اتدري|اي)\s[^\"]*"
    r"|من (?:\S+ )?هذ[اه](?:\s[^\"]*)?)\"\W*$"
)
# The same in an English one, where the question is told: "a man asked him how to offer the night prayers".
ASKED_OF = re.compile(
    r"\basked (?:(?!for\b)[^\s.]+ ){0,8}?(?:about|regarding|concerning|how|whether|what|when|why|which|who|if)\b"
    r"(?!.*\b(?:said|says|saying|replied|answered)\b)"
)
# Where words come from, and nothing else.
CITES = re.compile(
    r"^\W*(?:source|narrated (?:by|in)|reported by|agreed upon|classed as|quoted (?:by|from)|end quote|see"
    r"|cf)\b[^.]*\.?"
    r"(?: \d[\d, ]*\.?)?\W*$|^\W*\([^()]*\d[^()]*\)\W*$|^\W*\[[^\]]*\d[^\]]*\]\W*$"
    r"|^\W*[^.:]{3,60}\bnarrated (?:it|this|the hadee?th)\b[^:]*\.?$"
    r"|^[^.:]{3,60},? \d+/\d+[\d/,; -]*\.?$"
    r"|^\W*(?:رواه|اخرجه|خرجه|متفق)\s[^؟]{0,60}$"
)
# A sentence that draws what was said together, or says which view is right.
CONCLUDES = re.compile(
    r"^\W*(?:to sum up|in (?:conclusion|short|summary|brief)|the (?:point|conclusion|summary|upshot|bottom line)\b"
    r"|considering all|based on (?:the above|all))"
    r"|(?<!\bnot )(?<!\bnot a )(?<!\bnot the )\b(?:correct|sound(?:est)?|right|preponderant|more likely|most likely)\b"
    r"[^.]{0,30}\b(?:views?|opinions?"
    r"|correct|is that)\b"
    r"|(?:^|\s)[وف]?(?:الحاصل|المقصود|الخلاصه|الصواب|الراجح|الارجح)(?=\W|$)|^\W*[وف]?(?:الصحيح|الواجب|الاقرب"
    r"|الاصل)(?=\W|$)"
)
# That somebody was asked, what is to be ruled on, or what a talk is about, which the next words answer.
REPORTS_ASKING = re.compile(
    r"^\W*(?:in (?:this|a) [^.]{3,90}, )?(?:\w+ ){1,4}(?:addresses|discusses) (?:this (?:question|matter)\b|[\"“])"
    r"|^\W*question\s*:|:\s*question\s*:\s*\w"
    r"|^[^.]{3,40}\b(?:e-?mails?|writes|wrote)(?: in)?(?: and|,) (?:asks?|says?)\b|"
    r"^[\W\d]*(?:the )?rulings? (?:on|concerning|regarding)\b(?!.*\b(?:is|are|was|were|has|have|that)\b)[^:]*$|"
    r"\b(?:was|were|been) asked\b(?!.*\b(?:he|she|they) (?:said|replied|answered)\b)"
    r"|\bquestion was (?:put|asked|sent)\b(?!.*\b(?:he|she|they) (?:said|replied|answered)\b)"
    r"|\bput (?:this|the) question to\b(?!.*\b(?:he|she|they) (?:said|replied|answered)\b)"
    r"|^\W*(?:(?:so|and),? )?(?:kindly|please) (?:advi[sc]e|answer|clarify|explain|guide|help|inform|let|tell)\b"
    r"(?: (?:me|us)\b)?(?!.*\b(?:is|are) (?:(?:im)?permissible|haraa?m|forbidden|allowed)\b)"
)
# A sentence without a verb of its own, which names what the next ones tell of.
NAMES = re.compile(
    r"^\W*(?:with regard to|as regards|regarding|concerning|as for)\b"
    r"(?!.*\b(?:is|are|was|were|has|have|had|can|may|must|should|will|would|does|do|did|said|says|we|it|he|she|they)\b)"
    r"[^,;:?]{3,200}\.\W*$"
)
# What has a verb or speaks of somebody: no heading.
SAYS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|may|must|should|will|would|does|do|did|said|says|if|when|you|your|we|it|he|she|they)\b"
)
# The parts of a list.
ITEMS = re.compile(
    r"^[-–•]\s*(?=$|\w)"
    r"|(?:^|[\s.:;(])(?:\d{1,2} ?[-–.)]|\((?:\d{1,2}|[ivx]+)\)|(?:first|second|third|fourth|fifth)(?:ly)?[,:])"
    r"|(?<!\w)(?:اولا|ثانيا|ثالثا|رابعا|احدها|الاول|الثاني|الثالث|الرابع)\s?:"
)
QUESTION = re.compile(r"[?؟]\W*$")
# Why something is not allowed, which is not told by what is.
WHY_NOT = re.compile(
    r"\bwhy\b.*\b(?:haraa?m|forb[ia]d\w*|prohibit\w*|unlawful|not (?:allowed|permi\w+))\b"
    r"|(?:لماذا|لم|سبب|الحكمه من|عله) .*(?:حرم|حرام|تحريم|محرم|نهي|منع)"
)
PERMITS = re.compile(
    r"\b(?:is|are|may be) (?:permi\w+|allowed|lawful|halaa?l)\b"
    r"|(?:^|\s)(?:فلا باس|لا باس|يجوز|جائز|مباح)(?=\W|$)"
)
# Who handed a narration down, which its chain says.
NARRATOR = re.compile(
    r"^\W*(?:who|which (?:of the )?companions?) (?:has |have )?(?:narrated|reported|transmitted|related)\b"
    r"|\bnarrators? of\b"
)
# Who somebody is, or who did something.
WHO = re.compile(
    r"^\W*(?:who|whom|whose)\b"
    r"|^\W*(?:من|مين) (?:هو|هي|هما|هم|كان|كانت|الذي|التي|اول|اخر|قال|قالت|ال\S+ (?:الذي|التي|الملقب\S?))\s"
)
# A question, also a short one, that asks for something else than a ruling.
ASKS_ELSE = re.compile(
    r"\b(?:how|what|who|whom|whose|where|why|which|difference|meaning|means?|verses?|ayah?s?|hadee?ths?|stor(?:y|ies)"
    r"|dua\w*|beliefs?|virtues?|rewards?|reasons?|signs?|names?|number|definition)\b|^\W*when\b"
    r"|\b(?:from|since|until|till) when\b"
    r"|(?:^|\s)[وف]?(?:كم|كيف|متي|اين|وين|لماذا|لم|ليش|ليه|ماذا|ايش|معني|تفسير|الفرق|فرق|حديث|ايه|ايات|قصه|دعاء|علاج"
    r"|عقيده|عقايد|فضل|سبب|اسباب|صفه|عدد|تعريف|علامات"
    r"|من هو|من هي|من هم|ما هو|ما هي|ما هم)(?=\W|$)|^\W*ما\s"
)
HOW = re.compile(r"\W*(?:how|كيف|(?:ما (?:هي )?)?(?:كيفيه|صفه|طريقه))\b")
STEPS = re.compile(
    r"\b(?:then (?:he|she|you|let|wash|wipe|say|pour)|after that|let him"
    r"|(?:he|you|one) should|you (?:say|begin|start))\b"
    r"|(?:^|\s)(?:ثم|بدا|يبدا|فليركع|فليقل)(?=\s)"
    r"|(?:^|\s)[وف]?(?:صفه ذلك|صفت(?:ه|ها)|كيفيت(?:ه|ها)|كيفيه ذلك|طريقت(?:ه|ها)) (?:ان|انه|ب?ان|هي|هو)"
)
COMMAS = re.compile(r"[,;،؛]")
ANNOUNCES = re.compile(
    r"(?:as follows|the following|which are|namely|\bare)\W*(?:<o>)?$|:\W*$|(?:التاليه|الاتيه?|كالاتي|كالتالي"
    r"|وهي|هي)\W*$"
)
# What is listed says why something is so, and not when or how far.
EVIDENCE = re.compile(
    r"\b(?:evidence|proofs?|reasons?|reports?|hadee?ths?|ahadeeth|daleel|verses?|wisdom|benefits?|harms?|effects?|quoted|says?"
    r"|said)\b|(?:^|\s)(?:ال)?(?:دليل|ادله|ادلته\S?|سبب|اسباب|حديث|احاديث|ايات|حكمه|فوايد|اضرار)(?=\W|$)"
)
TITLE = 90  # characters of a heading at most
TITLE_ENDS = re.compile(r"^[A-Z][^\n]*[\w)][?]?$")
# One view of several, told without saying that it is right.
SIDE = re.compile(
    r"^\W*(?:but |and |some|others?|there are some|it was (?:also )?said|according to (?:some|one|another"
    r"|the \w+ (?:view|madhhab|school)))\W*"
    r"(?:of the |contemporary )?(?:scholars?|people|fuqaha\S*|of them|said|say|hold|view)"
    r"|^\W*the (?:hanafi|ma+liki|sha+f\S*|hanbali)s?\b|^\W*one of them (?:said|says)\b"
    r"|^\W*[^.:]{3,60} and others (?:said|say|hold|held|view)\b"
    r"|^\W*(?:the )?(?:scholars|fuqaha\S*|opinions? of [^.]{3,40}?)(?: \([^()]*\))? (?:have )?differ(?:ed)?\b"
    r"|^\W*there are (?:two|three|several|a number of) (?:scholarly )?(?:views|opinions)\b"
    r"|^\W*[وف]?(?:(?:قال|ذهب|يري|يقول) (?:بعض|اخرون|جماعه|جمع|قوم)|منهم من|قيل|بعضهم|القول (?:الاول|الثاني"
    r"|الثالث)|علي قولين)(?=\W|$)"
    r"|(?:^|\s)[وف]?(?:ال)?(?:خلاف|اختلاف|اختلف|تنازع) (?:\S+ ){0,2}(?:علماء|العلماء|اهل العلم|الفقهاء)\W[^؛]*?"
    r"(?:^|\s)ف?(?:منهم من|قوم منهم)\s"
)
EITHER = re.compile(
    r"\beither\b.{0,40}\bor\b|\bwhether\b.{0,30}\b(?:allowed|permi\w+|haraa?m|halaa?l)\b"
)  # no verdict yet
IF = re.compile(r"^\W*(?:if|but if|when)\b|^\W*[وف]?(?:اذا|ان|لو|متي|اما (?:اذا|ان))\s")
# A question sets a case of its own; and a sentence tells of a case of which what was said before does not hold.
CASES = re.compile(
    r"\b(?:if|when|while|whilst|unless|without|until)\b|(?:^|\s)[وف]?(?:اذا|ان|لو|متي|عند|بدون|دون|حال)\s"
)
EXCEPTS = re.compile(
    r"^\W*(?:(?:but|however|except),? (?:if|when|where|in the case|that)|unless|otherwise|if the questioner)\b"
    r"|^\W*[وف]?(?:(?:لكن|اما|الا) (?:اذا|لو|ان))\s"
)
# A clause that begins a sentence, or what is said behind a semicolon, and leaves its end to the next piece.
BEGUN = re.compile(
    r"^\W*(?:when|whenever|if|once|after|before|although|though|since|because|while|as|whoever)\b[^;:]*,$"
    r"|(?:^\W*|[;:] )(?:and |but )?(?:when|whenever|if|unless)\b[^;:]*,$"
    r"|(?:^|[.؛:]\s?)[وف]?(?:اذا|لو|كلما|حيثما|مهما)\s[^،؛:.]*،$"
)
# A condition that ends the sentence of what it is a condition of.
CONDITIONS = re.compile(
    r"^\W*(?:and |but |or )?(?:only )?(?:if|when|whenever|in (?:the )?cases?|subject to|apart from|other than)\b"
    r"|^\W*[وف]?(?:اذا|في حال\S{0,2}|عند)\s"
)
# The view of others, or another case, which a sentence sets against the one before it.
SET_AGAINST = re.compile(r"^\W*(?:but|yet|nevertheless)\b|^\W*[^.,;:]{3,90}, however,")
# A sentence that sets a case of its own, at its beginning.
OF_A_CASE = re.compile(
    r"^\W*(?:but |and |however,? |so )?(?:if|when|as for|with regard to|in the case)\b"
    r"|^\W*[وف]?(?:اذا|اما|ان كان\S?|لو)\s"
)
# That there are several views, none of which is told yet.
DIFFERS = re.compile(
    r"\b(?:scholars|fuqaha\S*|jurists|imams|madh?habs|opinions)\b[^.]{0,60}\b(?:differ(?:ed)?|disagreed?)\b"
    r"|\bdisputed among\b|\bdifferences? of (?:scholarly )?opinion\b"
    r"|^\W*there are (?:\w+ )?(?:two|three|four|several|different|a number of) (?:\w+ )?(?:views|opinions)\b"
)
# What begins with a limit of what was said before it, which is not quoted without it.
LIMITS = re.compile(
    r"^\W*(?:unless|except|provided|(?:so|as) long as|on condition|however\b|but (?:if|when|not)\b)"
    r"|^\W*[وف]?(?:الا|بشرط|ما ?لم|ما ?دام\S{0,2}|غير ان|سوي|ما ?عدا|(?:لكن|اما) (?:اذا|ان|لو|بشرط))\s"
)
# What takes back or turns, behind a comma or a quotation, what was said in the same sentence: without it that says the
# opposite.
TURNS = re.compile(
    r"^\W*(?:\[[^\[\]]{3,40}\]\W*|\([^()]{3,40}\)\W*)?(?:(?:and|or) )?(?:but|yet|rather|nevertheless|although|though"
    r"|(?:even|only) if|even though|without|(?:does|do|did|is|are|was|were|has|have|can|may|should|must|will) not"
    r"|cannot|is (?:weak|fabricated|false|wrong))\b"
    r"|^\W*و?(?:لكن\S{0,3}|بل|انما|غير ان\S*|الا ان\S*|مع ان\S*|لا (?:يعني|يدل|يصح|يثبت)|ليس\S?|فليس\S?)\s"
)
# The number of a part of a list, which stands by itself before that part.
BARE_NUMBER = re.compile(r"^\W*\d{1,2} ?[-–.]\W*$")
# "It", where it stands for what was said before, and does not only lead to what is judged ("it is permissible to ...").
_JUDGED_SO = (
    r"(?:im)?permi\w+|allowed|haraa?m|forbidden|prohibited|obligatory|mandatory|waajib|mustaha\w+|recommended|makr\w+"
    r"|disliked|sunnah|bet+er|best|prefer\w+|enough|sufficient|essential|necessary|valid|acceptable|prescribed|ok|fine"
    r"|correct|right|wrong"
)
IT = (
    rf"it\b(?! is (?:(?:also|not|more|most|only|therefore) )*(?:{_JUDGED_SO})"
    r"(?: (?!because\b)[^\s.,;:]+){0,8}? (?:to|that)\b)"
)
# An English sentence that goes on from the one before it, and one that tells of a part of a list alone.
LEANS = re.compile(
    r"\W*(?:if (?:this|that) is|that is (?:why|because)|the (?:reason|evidence) for (?:this|that)|this|these"
    rf"|those|{IT}|they|he|she|his|her"
    r"|their|such|both|all of (?:this|these)|similarly|likewise|in (?:this|that|such) case)\b"
)
LATER = re.compile(
    r"\W*(?:the )?(?:first|second|third|fourth|fifth|other|last) (?:type|kind|category|condition|sign|pillar|of)"
)
CALLS = re.compile(
    r"(?:^|[\s\W])o (?:allah|lord|our lord|my lord|messenger of allah|(?:allah|god)'s (?:messenger|apostle)"
    r"|prophet(?: of allah)?|apostle of allah|you who believe|people)(?: \([^()]{1,40}\))?!$"
)
# What an Arabic narration goes on with that says why something was said: "he said: yes, for it was a rite of old".
REASON = re.compile(r"\W*(?:لان\S{0,3}|وذلك ان\S{0,3})\s")
# What follows says why, and no more of what is ruled or done.
GROUNDS = re.compile(
    r"^\W*(?:because|since|due to|based on|for (?:all?aa?h|the|it|he|they|this|that)"
    r"|as (?:all?aa?h|the|it|he|is|was|stated|mentioned|indicated|narrated)|and (?:because|all?aa?h)"
    r"|(?:he|all?aa?h|the prophet) (?:said|says))\b"
    r"|^\W*[وف]?(?:لان|لقول|لما|لحديث|لكونه|لعدم|اذ|ذلك|قد|كما|قال|يقول|قوله|لئلا)"
)
SINCE = re.compile(r"\W*(?:لان|لقول|لما|لحديث|بل|لكن|لكونه|لعدم|اذ|وذلك|وقد|كما)")
YES = re.compile(r"^\W*(?:yes|no|نعم|لا|بلي)\s*[,.،:؛]", re.I)
QUOTED = re.compile(r"^\s*[“\"«﴿{(]")
ASKS_LIST = re.compile(
    r"^\W*(?:what (?:are|is)|who are|list|name|mention|which are)\b.*\b(?:types?|kinds?|categor(?:y|ies)|conditions?"
    r"|pillars?|"
    r"obligations?|nullifiers?|signs?|etiquettes?|manners|parts|forms|rights|stages|names|duties|things"
    r"|differences?)\b"
    r"|^\W*(?:what|who) are (?:the )?(?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b"
    r"|^\W*what (?:things |acts )?(?:break|invalidate|nullif|void)"
    r"|^\W*how (?:do|does|did|is|are|was|were|should|must|can|to)\b"
    r"|^\W*(?:ما |اذكر )(?:هي |هو |هم )?(?:انواع|اقسام|شروط|اركان|واجبات|نواقض|مبطلات|مفسدات|علامات|صفات|صفه"
    r"|كيفيه|اداب"
    r"|اسباب|مراتب|موانع|محظورات|حقوق|مصارف|الفرق)\s|^\W*(?:كيف|طريقه\s)"
)


def is_line_of_title(text: str, start: int, end: int) -> bool:
    """Whether a part of a text is a short line by itself that ends like no sentence: a heading of what follows."""
    said = text[start:end].strip()
    alone = text[:start].rstrip(" ").endswith("\n") and text[end:].lstrip(" ").startswith("\n")
    return alone and len(said) < TITLE and "\n" not in said and TITLE_ENDS.search(said) is not None


def introduces(folded: str) -> bool:
    """Whether folded words lead to the words of another."""
    return INTRODUCES.search(folded) is not None

#include "export/python_style.hpp"

#include <string_view>

#include "export/literals.hpp"

namespace halfspace {
namespace {

constexpr std::string_view python_plain_style_part = R"py(
def _written(name, value):
    return _cell(value)

)py";

/// The same steps as base/text_style.cpp.
constexpr std::string_view python_number_style_part = R"py(
_SIGNS = ("$", "\u20ac", "\u00a3", "\u00a5", "\u20b9", "\u20a9", "EUR", "USD", "GBP", "CHF", "JPY", "kr")
_BLANKS = " \u00a0\u202f"


def _styled(text):
    """A number of the table's style in plain digits, or None."""
    sign, rest, signed, end = "", text, False, ""
    if rest[:1] in ("+", "-"):
        sign, rest, signed = "-" if rest[0] == "-" else "", rest[1:], True
    if CURRENCY:
        rest = rest.strip(_BLANKS) if signed else rest
        if len(rest) > 2 and rest[0] == "(" and rest[-1] == ")":
            sign, rest, signed = "-", rest[1:-1].strip(_BLANKS), True
        for mark in _SIGNS:
            if rest.startswith(mark) or rest.endswith(mark):
                rest = (rest[len(mark):] if rest.startswith(mark) else rest[:-len(mark)]).strip(_BLANKS)
                if not signed and rest[:1] in ("+", "-"):
                    sign, rest = "-" if rest[0] == "-" else "", rest[1:].strip(_BLANKS)
                break
    if PERCENT and rest.endswith("%"):
        rest, end = rest[:-1].strip(_BLANKS), "e-2"
    if THOUSANDS:
        between = "[" + _BLANKS + "]" if THOUSANDS == " " else re.escape(THOUSANDS)
        whole = re.split("[" + re.escape(DECIMAL) + "eE]", rest, maxsplit=1)[0]
        if re.search(between, rest[len(whole):]) or (re.search(between, whole) and not re.fullmatch("[0-9]{1,3}(?:" + between + "[0-9]{3})+", whole)):
            return None
        rest = re.sub(between, "", rest)
    if DECIMAL != "." and "." in rest:
        return None
    plain = rest.replace(DECIMAL, ".") + end
    return sign + plain if rest[:1] not in ("+", "-") and _decimal(sign + plain) is not None else None

)py";

/// The same steps as base/written_date.cpp.
constexpr std::string_view python_date_part = R"py(
_MONTHS = ("january february march april may june july august september october november december").split()


def _month(text):
    found = [k + 1 for k, month in enumerate(_MONTHS) if len(text) >= 3 and month.startswith(text.lower())]
    return found[0] if found else None


def _date(text):
    parts = re.fullmatch(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})", text)
    if parts:
        return int(parts[1]), int(parts[3]), int(parts[4])
    parts = re.fullmatch(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})", text)
    if parts:
        month_first = parts[2] != "." and DAY_ORDER == "mdy"
        if parts[2] != "." and DAY_ORDER not in ("dmy", "mdy"):
            return None
        day, month = (parts[3], parts[1]) if month_first else (parts[1], parts[3])
        return int(parts[4]), int(month), int(day)
    words = [word for word in re.split("[-/. ,]+", text) if word]
    if len(words) == 3 and text.startswith(words[0]) and text.endswith(words[2]) and re.fullmatch("[0-9]{4}", words[2]):
        for month, day in ((words[0], words[1]), (words[1], words[0])):
            if _month(month) and re.fullmatch("[0-9]{1,2}", day):
                return int(words[2]), _month(month), int(day)
    return None


_TIME = re.compile(r"(.+?)[T ]([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]|60)(?:[.,]([0-9]+))?)?(Z|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)?")


def _days(text, with_time):
    """Days since 1970-01-01, as text; None for no date."""
    timed = _TIME.fullmatch(text)
    if (timed is not None) != with_time:
        return None
    ymd = _date(timed[1] if timed else text)
    try:
        day = datetime.date(*ymd).toordinal() - datetime.date(1970, 1, 1).toordinal()
    except (TypeError, ValueError):
        return None
    if not timed:
        return str(day)
    second = 0.0
    for digit in reversed(timed[5] or ""):
        second = (second + int(digit)) / 10
    second = 3600.0 * int(timed[2]) + 60.0 * int(timed[3]) + (int(timed[4] or 0) + second)
    zone = (timed[6] or "Z").replace(":", "")
    if zone != "Z":
        second -= (-1 if zone[0] == "-" else 1) * (3600.0 * int(zone[1:3]) + 60.0 * int(zone[3:5] or 0))
    return repr(float(day + math.floor(second / 86400)) + (second - 86400.0 * math.floor(second / 86400)) / 86400)

)py";

constexpr std::string_view python_styled_part = R"py(
def _written(name, value):
    if isinstance(value, (datetime.date, datetime.datetime)):
        value = value.isoformat()
    if not isinstance(value, str):
        return _cell(value)
    text = _cell(value)
    if text == "":
        return ""
    plain = _days(text, DATES[name]) if name in DATES else _styled(text)
    if plain is None:
        raise ValueError(f"column {name!r}: {text!r} is not a {'date' if name in DATES else 'number'} as the table writes them")
    return plain

)py";

std::string python_flag(bool v) { return v ? "True" : "False"; }

}  // namespace

std::string python_style_part(const Model& m) {
  const TextStyle& s = m.form.style;
  if (s.plain_cells()) return std::string(python_plain_style_part);
  std::string missing;
  for (const std::string& word : s.missing) missing += (missing.empty() ? "" : ", ") + python_string(word);
  std::string dates;
  for (std::size_t j = 0; j < m.form.dates.size() && j < m.map.inputs.size(); ++j) {
    if (m.form.dates[j] != DateColumn::no)
      dates += (dates.empty() ? "" : ", ") + python_string(m.map.inputs[j].name) + ": " +
               python_flag(m.form.dates[j] == DateColumn::time);
  }
  std::string out = "\nimport datetime\n\nDECIMAL = " + python_string({&s.decimal, 1}) +
                    "\nTHOUSANDS = " + python_string(s.thousands == 0 ? "" : std::string(1, s.thousands)) +
                    "\nPERCENT = " + python_flag(s.percent) + "\nCURRENCY = " + python_flag(s.currency) +
                    "\nDAY_ORDER = " + python_string(std::string(name_of(s.day_order))) + "\nDATES = {" + dates +
                    "}\n_MISSING_TOO = {" + (missing.empty() ? "*()" : missing) +
                    "}\n_MISSING_NUMBERS = {_decimal(word)[0] for word in _MISSING_TOO if _decimal(word)}\n_plain_cell "
                    "= _cell\n\n\ndef _cell(value):\n    if not isinstance(value, str) and value in "
                    "_MISSING_NUMBERS:\n        return \"\"\n    text = _plain_cell(value)\n"
                    "    return \"\" if text in _MISSING_TOO else text\n\n";
  for (const std::string_view part : {python_number_style_part, python_date_part, python_styled_part}) out += part;
  return out;
}

}  // namespace halfspace

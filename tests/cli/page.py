"""Reads the page of `report` with html.parser: the tree must be balanced, nothing may point outside."""
import html.parser

VOID = {"meta", "br", "path", "line", "rect", "circle"}  # the last four are written <path .../>


class Page(html.parser.HTMLParser):
    """Tables by caption (rows of cells' texts and values), identifiers, links, texts; `problems` says what is wrong."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.problems, self.ids, self.links, self.headings = [], [], [], [], []
        self.tables, self.values, self.text_of, self.svgs = {}, [], {}, 0
        self.attributes = []
        self._rows = self._cell = self._caption = self._value = None
        self._open_text = {}
        self.feed(text)
        self.close()
        if self.stack:
            self.problems.append(f"left open: {self.stack}")

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.attributes += [(tag, name, value) for name, value in attrs.items()]
        if "id" in attrs:
            self.ids.append(attrs["id"])
            self._open_text[len(self.stack)] = attrs["id"]
            self.text_of[attrs["id"]] = ""
        if tag == "a":
            self.links.append(attrs.get("href"))
        self.svgs += tag == "svg"
        if tag not in VOID:
            self.stack.append(tag)
        if tag == "table":
            self._rows, self._caption = [], ""
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("th", "td"):
            self._cell = {"text": "", "value": None}
            self._rows[-1].append(self._cell)
        elif tag == "data":
            self.values.append(float(attrs["value"]))
            if self._cell is not None and self._cell["value"] is None:
                self._cell["value"] = float(attrs["value"])
        elif len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.headings.append(int(tag[1]))

    def handle_startendtag(self, tag, attrs):
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1] != tag:
            self.problems.append(f"</{tag}> at {self.getpos()} closes {self.stack[-1:]}")
            return
        self.stack.pop()
        self._open_text.pop(len(self.stack), None)
        if tag == "table":
            self.tables[self._caption] = self._rows
            self._rows = None
        elif tag in ("th", "td"):
            self._cell = None

    def handle_data(self, data):
        if self._cell is not None:
            self._cell["text"] += data
        elif self.stack and self.stack[-1] == "caption":
            self._caption += data
        for name in self._open_text.values():
            self.text_of[name] += data

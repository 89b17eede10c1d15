// Cells of a CSV text that the module accepted (RFC 4180; blank lines skipped; labels are kept as written, so blanks stay).
// Without a header (`named` false) the columns are called 1, 2, ..., as the module calls them.
export function parseCells(text: string, delimiter: string, named = true): { header: string[]; records: string[][] } {
  const plain = text.replace(/^\uFEFF/, '');
  const lines = plain.includes('"') ? quotedRecords(plain, delimiter) : plainRecords(plain, delimiter);
  const first = lines[0] ?? [];
  if (!named) return { header: first.map((_, j) => String(j + 1)), records: lines };
  return { header: first.map((cell) => cell.trim()), records: lines.slice(1) };
}

/** What separates the fields where the header has no comma: tabs of a spreadsheet, or semicolons. */
export function delimiterOf(line: string): '\t' | ';' | null {
  if (line.includes(',')) return null;
  return line.includes('\t') ? '\t' : line.includes(';') ? ';' : null;
}

function plainRecords(text: string, delimiter: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => line.split(delimiter));
}

function quotedRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let inQuotes = false;
  const endCell = () => {
    cells.push(cell);
    cell = '';
  };
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (inQuotes) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[++i];
      else inQuotes = false;
    } else if (c === '"') inQuotes = true;
    else if (c === delimiter) endCell();
    else if (c === '\n') {
      endCell();
      if (cells.some((text) => text.trim() !== '')) records.push(cells);
      cells = [];
    } else if (c !== '\r') cell += c;
  }
  endCell();
  if (cells.some((text) => text.trim() !== '')) records.push(cells);
  return records;
}

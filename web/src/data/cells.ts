// Cells of a CSV text that the module accepted (RFC 4180; blank lines skipped, blanks around cells trimmed).
export function parseCells(text: string, delimiter: string): { header: string[]; records: string[][] } {
  const lines = text.includes('"') ? quotedRecords(text, delimiter) : plainRecords(text, delimiter);
  const [header = [], ...records] = lines;
  return { header: header.map((cell) => cell.replace(/^\uFEFF/, '')), records };
}

function plainRecords(text: string, delimiter: string): string[][] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => line.split(delimiter).map((cell) => cell.trim()));
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
      if (cells.some((text) => text.trim() !== '')) records.push(cells.map((text) => text.trim()));
      cells = [];
    } else if (c !== '\r') cell += c;
  }
  endCell();
  if (cells.some((text) => text.trim() !== '')) records.push(cells.map((text) => text.trim()));
  return records;
}

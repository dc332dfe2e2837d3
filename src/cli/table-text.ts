/** Cells wider than this are cut. */
const WIDEST = 48;

/** A table for people: columns as wide as their widest cell, a line each row. */
export function tableText(header: string[], rows: string[][]): string {
  const lines = [header, ...rows].map((row) => row.map(cut));
  const widths = header.map((_, column) => Math.max(...lines.map((row) => [...(row[column] ?? '')].length)));
  return lines
    .map((row) =>
      row
        .map((cell, column) => padded(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Text on one line, with an ellipsis when it is too long. */
function cut(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ')];
  return letters.length > WIDEST ? `${letters.slice(0, WIDEST - 1).join('')}…` : letters.join('');
}

const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - [...text].length));

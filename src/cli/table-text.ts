interface Options {
  /** Whether all columns but the first are figures, which are aligned to the right. */
  figures?: boolean;
  /** Cells of more characters are cut. */
  widest?: number;
}

/** A table for people: columns as wide as their widest cell, a line each row. */
export function tableText(header: string[], rows: string[][], { figures = false, widest = 48 }: Options = {}): string {
  const lines = [header, ...rows].map((row) => row.map((cell) => cut(cell, widest)));
  const widths = header.map((_, column) => Math.max(...lines.map((row) => [...(row[column] ?? '')].length)));
  const padded = (cell: string, column: number) => {
    const blanks = ' '.repeat((widths[column] ?? 0) - [...cell].length);
    return figures && column > 0 ? blanks + cell : cell + blanks;
  };
  return lines.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}

/** Text on one line, with an ellipsis when it is too long. */
function cut(text: string, widest: number): string {
  const letters = [...text.replaceAll(/\s+/g, ' ')];
  return letters.length > widest ? `${letters.slice(0, widest - 1).join('')}…` : letters.join('');
}

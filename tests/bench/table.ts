type Cell = string | number;

/** One subject's figures as they are printed and written. */
export interface Table {
  title: string;
  rows: Record<string, Cell>[];
  /** Said below the rows: what was skipped and why, what the figures are of. */
  notes: string[];
}

/** Whether something that should have been measured was not: a table without rows, or a row with no number or one that is none. */
export const withoutFigures = ({ rows }: Table): boolean =>
  rows.length === 0 ||
  rows.some((row) => {
    const cells = Object.values(row);
    // Some are texts, for the sake of their decimals.
    const hasNumber = cells.some((cell) => cell !== '' && Number.isFinite(Number(cell)));
    return !hasNumber || cells.some((cell) => /^(?:NaN|-?Infinity)$/.test(String(cell)));
  });

/** A table as text, its columns in the order of the first row that has them. */
export function tableText({ title, rows, notes }: Table): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const pad = (line: string[]) =>
    `  ${line.map((text, index) => (index === 0 ? text.padEnd(widths[index]!) : text.padStart(widths[index]!))).join('  ')}`;
  const [head, ...body] = lines.map(pad);
  const ruled = rows.length > 0 ? [head!, `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`, ...body] : [];
  return ['', title, ...ruled, ...notes.map((note) => `  ${note}`), ''].join('\n');
}

function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return '–';
  return typeof cell === 'number' ? cell.toLocaleString('en-US', { maximumFractionDigits: 2 }) : cell;
}

/** The middle of some measurements, to three decimals. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const found = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return Math.round(found * 1000) / 1000;
}

/** The value that a share of some measurements do not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

import { filledLength } from './read-rows.ts';

/** A cell that is shown over several rows, from its own to `bottom`. Rows count from 1, columns from 0. */
export interface MergedCell {
  top: number;
  bottom: number;
  column: number;
}

/** The row, from 1, and the column, from 0, of a place such as `B12`; 0 and -1 for what is none. */
export function placeOf(place: string): { row: number; column: number } {
  const [, letters = '', digits = '0'] = /^([A-Z]+)(\d+)$/.exec(place) ?? [];
  return { row: Number(digits), column: [...letters].reduce((before, letter) => before * 26 + letter.charCodeAt(0) - 64, 0) - 1 };
}

/** The cell of a merged range such as `B2:C5`; undefined where it is on one row. */
export function mergedCellOf(range: string): MergedCell | undefined {
  const [first = '', last = first] = range.split(':');
  const [{ row: top, column }, { row: bottom }] = [placeOf(first), placeOf(last)];
  return bottom > top && top > 0 ? { top, bottom, column } : undefined;
}

/**
 * Gives the rows of a sheet what cells above show for them, too: in the file the first row alone has it.
 * @returns a function that takes the texts of the rows, from the first to the last. Rows without a value of their own stay empty.
 */
export function fillMerged(cells: readonly MergedCell[]): (texts: string[]) => string[] {
  const byTop = Map.groupBy(cells, ({ top }) => top);
  const shown = new Map<number, { bottom: number; text: string }>();
  let row = 0;
  return (texts) => {
    row++;
    for (const [column, { bottom }] of shown) if (row > bottom) shown.delete(column);
    const filled = filledLength(texts) === 0 ? texts : texts.map((text, column) => shown.get(column)?.text ?? text);
    for (const { column, bottom } of byTop.get(row) ?? []) shown.set(column, { bottom, text: texts[column] ?? '' });
    return filled;
  };
}

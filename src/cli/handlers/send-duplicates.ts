import { duplicateLine, type DuplicateRow } from '../../features/catalogue-files/duplicate-text.ts';
import type { CommandEvent } from '../command-event.ts';

const LINES_AT_ONCE = 200;

/** Sends duplicates as lines of CSV, some at a time. */
export async function sendDuplicates(send: (event: CommandEvent) => Promise<void>, rows: DuplicateRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += LINES_AT_ONCE) {
    await send({ lines: rows.slice(from, from + LINES_AT_ONCE).map(duplicateLine) });
  }
}

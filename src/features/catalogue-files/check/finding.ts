import type { DuplicateRow } from '../duplicate-text.ts';

/** Something that `check` found wrong: which deals or offers it is about, and what is wrong with them. */
interface Finding {
  threadIds: number[];
  offerIds: number[];
  text: string;
}

/** What is wrong in the same way: the first findings, how many there are, and what to do about them. */
export interface FindingGroup {
  name: string;
  title: string;
  advice: string;
  count: number;
  findings: Finding[];
  /** Of duplicates: all of them. */
  duplicates?: DuplicateRow[];
}

/** Findings that a group shows. */
export const MOST_SHOWN = 100;

/** A row of a check's query; `total` counts all rows that it would give without a limit. */
export interface FindingRow {
  text: string;
  thread_ids?: number[] | null;
  offer_ids?: number[] | null;
  total: number;
}

/** A group from the rows of its query; undefined when there are none. */
export function findingGroup(about: Pick<FindingGroup, 'name' | 'title' | 'advice'>, rows: FindingRow[]): FindingGroup | undefined {
  if (!rows[0]) return undefined;
  const findings = rows.map((row) => ({ threadIds: row.thread_ids ?? [], offerIds: row.offer_ids ?? [], text: row.text }));
  return { ...about, count: rows[0].total, findings };
}

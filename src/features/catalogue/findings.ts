import type { Complaint } from './check-record.ts';

/** A complaint about a staged line; `file` is the file's place among those imported. */
type StagedProblem = Complaint & { file: number; line: number };

/** Complaints of one check: the first of them, and how many there are. */
export interface Found {
  problems: StagedProblem[];
  count: number;
}

/** A row of a check's query: the line, the value it is about, and how many such rows there are in all. */
export interface FoundRow {
  file: number;
  line: number;
  value: string;
  total: number;
}

/** Rows that a check gives back. */
export const MOST_FOUND = 1_000;

/** Complaints from the rows of a check's query. */
export function found<T extends FoundRow>(rows: T[], complain: (row: T) => Complaint): Found {
  return {
    problems: rows.map((row) => ({ file: row.file, line: row.line, ...complain(row) })),
    count: rows[0]?.total ?? 0,
  };
}

import type { Complaint } from './check-record.ts';

/** A problem of a staged line; `file` is the file's place among those imported. */
type StagedProblem = Complaint & { file: number; line: number };

/** What one check of the staged lines found wrong: the first problems, and how many there are. */
export interface StagedProblems {
  problems: StagedProblem[];
  count: number;
}

/** A row of a check's query: the line, the value it is about, and how many such rows there are in all. */
export interface ProblemRow {
  file: number;
  line: number;
  value: string;
  total: number;
}

/** Rows that a check gives back at most. */
export const MOST_PROBLEMS = 1_000;

/** Makes problems of the rows of a check's query. */
export function stagedProblems<T extends ProblemRow>(rows: T[], complain: (row: T) => Complaint): StagedProblems {
  return {
    problems: rows.map((row) => ({ file: row.file, line: row.line, ...complain(row) })),
    count: rows[0]?.total ?? 0,
  };
}

import type { RecordIssue } from './check-record.ts';

/** A problem of a staged line; `file` is the index of the file among those imported. */
type StagedProblem = RecordIssue & { file: number; line: number; record?: string };

/** What a check of the staged lines found wrong: problems, and how many there are when these are only the first. */
export interface StagedProblems {
  problems: StagedProblem[];
  count: number;
}

/** A row of a check's query: the line and the value it is about. */
export interface ProblemRow {
  seq: number;
  file: number;
  line: number;
  source_id: string;
  value: string;
}

/** Rows that a check's query gives at once. */
const PAGE = 10_000;

/** Makes problems of the rows of a check's query, a page at a time. @param page returns the rows after a `seq`, ordered by it */
export async function* stagedProblems<T extends ProblemRow>(
  page: (after: number, limit: number) => Promise<T[]>,
  toIssue: (row: T) => RecordIssue,
): AsyncGenerator<StagedProblems> {
  let after = -1;
  for (;;) {
    const rows = await page(after, PAGE);
    if (rows.length > 0)
      yield {
        problems: rows.map((row) => ({ file: row.file, line: row.line, record: row.source_id, ...toIssue(row) })),
        count: rows.length,
      };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.seq;
  }
}

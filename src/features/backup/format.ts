import { z } from 'zod';

/**
 * A backup is lines of JSON: a header, then every row as `["table",{…}]`, then a trailer with what the rows must add up
 * to. Rows are PostgreSQL's own JSON of them, so they are the same from every database that Magpie runs on.
 */
export const FORMAT = 1;

export const headerLine = z.strictObject({
  backup: z.literal('magpie'),
  format: z.int(),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  catalogueId: z.string(),
  /** The columns of each table, those that the database works out itself left out. */
  tables: z.record(z.string(), z.array(z.string())),
  /** The next value of each sequence. */
  sequences: z.record(z.string(), z.int()),
});

export const trailerLine = z.strictObject({
  tables: z.record(z.string(), z.strictObject({ rows: z.int(), sha256: z.string() })),
  /** Digest of all lines before this one, including their line breaks. */
  sha256: z.string(),
});

export type Header = z.output<typeof headerLine>;
export type Trailer = z.output<typeof trailerLine>;

/** The line of a row; `row` is JSON text. */
export const rowLine = (table: string, row: string) => `[${JSON.stringify(table)},${row}]`;

const ROW = /^\["([^"\\]+)",(\{.*\})\]$/s;

/** The table and the JSON text of a row's line; undefined for any other line. */
export function readRow(line: string): { table: string; row: string } | undefined {
  const [, table, row] = ROW.exec(line) ?? [];
  return table === undefined || row === undefined ? undefined : { table, row };
}

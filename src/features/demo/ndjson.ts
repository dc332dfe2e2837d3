import { readFileSync } from 'node:fs';

/** Reads a file of one JSON record a line. */
export const readNdjson = <T>(file: URL | string): T[] => parseNdjson(readFileSync(file, 'utf8'));

export function parseNdjson<T>(text: string): T[] {
  return (
    text
      .split('\n')
      .filter(Boolean)
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the files are in the repository, and tests read them all
      .map((line) => JSON.parse(line) as T)
  );
}

/** Writes records one a line, so that a changed record shows as one changed line in a review. */
export function toNdjson(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

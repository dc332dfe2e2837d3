import { readFileSync } from 'node:fs';

/** Reads a file of one JSON record a line. */
export function readNdjson<T>(file: URL | string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

/** Writes records one a line, so that a changed record shows as one changed line in a review. */
export function toNdjson(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

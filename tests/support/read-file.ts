import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueText } from '../../src/features/catalogue/check-record.ts';
import type { ColumnMap } from '../../src/features/catalogue-files/column-map.ts';
import { readRecords, type ReadRecord } from '../../src/features/catalogue-files/read-records.ts';
import { PARSE_CONTEXT, temporaryFolder } from './catalogue.ts';

/** The records and problems of a file, on a site in the language of `locale`. */
export async function recordsOf(path: string, map?: ColumnMap, locale = PARSE_CONTEXT.locale): Promise<ReadRecord[]> {
  const all: ReadRecord[] = [];
  for await (const one of readRecords(path, { parseContext: { ...PARSE_CONTEXT, locale }, source: 'test', ...(map && { map }) }))
    all.push(one);
  return all;
}

/** Each line of a file as its slug or id, or as what is wrong with it. */
export async function linesOf(path: string): Promise<string[]> {
  return (await recordsOf(path)).map((read) => {
    const told =
      'record' in read ? ('slug' in read.record ? read.record.slug : read.record.sourceId) : read.problems.map(issueText).join('; ');
    return `${read.line} ${told}`;
  });
}

/** The lines of a file with such a name and content. */
export async function readAs(name: string, content: string | Uint8Array): Promise<string[]> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return linesOf(path);
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeContext, type Context } from '../../src/server/context.ts';
import type { Database } from '../../src/server/db/database.ts';
import { exportCatalogue } from '../../src/features/catalogue-files/export.server.ts';
import { importFiles, type ImportOptions } from '../../src/features/catalogue-files/import.server.ts';
import { issueText } from '../../src/features/catalogue/check-record.ts';
import type { ParseContext } from '../../src/features/catalogue/parse-fields.ts';
import { readConfig } from '../../src/server/config.ts';

/** The present of these tests. */
export const NOW = new Date('2026-03-01T12:00:00Z');

/** How these tests read, unless they say otherwise. */
export const PARSE_CONTEXT: ParseContext = { currency: 'USD', locale: 'en-US', timeZone: 'UTC', now: NOW };

type Fields = Record<string, unknown>;

export const forum = (fields: Fields = {}) => ({ type: 'forum', slug: 'hot-deals', title: 'Hot Deals', position: 1, ...fields });
export const category = (fields: Fields = {}) => ({ type: 'category', slug: 'games', name: 'Games', position: 1, ...fields });
export const store = (fields: Fields = {}) => ({
  type: 'store',
  slug: 'acme',
  name: 'Acme',
  host: 'acme.example',
  url: 'https://acme.example/',
  description: 'Everything.',
  ...fields,
});
export const brand = (fields: Fields = {}) => ({ type: 'brand', slug: 'zeta', name: 'Zeta', ...fields });
export const collection = (fields: Fields = {}) => ({
  type: 'collection',
  slug: 'under-25',
  title: 'Under $25',
  description: 'Small.',
  position: 1,
  rule: { items: 'deals', maxPrice: '25.00' },
  ...fields,
});
export const member = (fields: Fields = {}) => ({
  type: 'member',
  source: 'test',
  sourceId: 'm1',
  username: 'Ada',
  joinedAt: '2025-01-01T00:00:00Z',
  ...fields,
});
export const deal = (fields: Fields = {}) => ({
  type: 'deal',
  source: 'test',
  sourceId: 'd1',
  title: 'A game',
  store: 'acme',
  category: 'games',
  url: 'https://acme.example/1',
  price: '19.99',
  postedAt: '2026-02-01T00:00:00Z',
  ...fields,
});
export const comment = (fields: Fields = {}) => ({
  type: 'comment',
  source: 'test',
  sourceId: 'c1',
  deal: 'd1',
  member: 'm1',
  body: 'Good one.',
  postedAt: '2026-02-02T00:00:00Z',
  ...fields,
});
export const offer = (fields: Fields = {}) => ({
  type: 'offer',
  source: 'test',
  sourceId: 'o1',
  offerType: 'coupon',
  title: 'Ten percent',
  store: 'acme',
  code: 'TEN',
  percent: 10,
  postedAt: '2026-02-01T00:00:00Z',
  ...fields,
});

/** What every deal needs around it. */
export const surroundings = () => [forum(), category(), store()];

/** A context over a database, at `NOW` and without settings unless told otherwise. */
export const contextOf = ({ db }: Database, clock: () => Date = () => NOW, settings: Record<string, string> = {}): Context =>
  makeContext({ config: readConfig(settings), db, clock });

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes records as lines of JSON into a file of their own. */
export async function fileOf(records: object[], name = 'catalogue.jsonl'): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}

export const importRecords = async (context: Context, records: object[], options?: ImportOptions) =>
  importFiles(context, [await fileOf(records)], options);

/** What is wrong, as `line field: reason`, or throws what went in after all. */
export async function problemsOf(context: Context, records: object[]): Promise<string[]> {
  const { problems } = await importRecords(context, records);
  return problems.map(({ line, ...issue }) => `${line} ${issueText(issue)}`);
}

export async function exported(context: Context, source?: string): Promise<string[]> {
  const lines: string[] = [];
  await exportCatalogue(context, async (line) => void lines.push(line), { source });
  return lines;
}

import { LRUCache } from 'lru-cache';
import type { Context } from '../../server/context.ts';
import { noteEverything } from '../../server/db/changes.ts';
import type { Db } from '../../server/db/database.ts';
import { readSetting, writeSetting } from '../../server/db/settings.ts';
import { abTestFile, type AbTest } from './ab-test.ts';
import { assignVariant } from './assign-variant.ts';

/** The setting that holds the file of tests, as JSON. */
export const AB_TESTS_SETTING = 'ab-tests';
/** How long the tests are remembered. */
const REMEMBERED_MS = 1000;

/** The A/B tests of a setting's value; none without one. */
export const parseAbTests = (json: string | null | undefined): AbTest[] => (json ? abTestFile.parse(JSON.parse(json)) : []);

/** The A/B tests that run. */
export const readAbTests = async (db: Db): Promise<AbTest[]> => parseAbTests(await readSetting(db, AB_TESTS_SETTING));

/**
 * Replaces the running A/B tests, and has all pages published again, because they contain them.
 * @returns whether anything changed
 */
export async function writeAbTests(db: Db, tests: AbTest[]): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const changed = await writeSetting(transaction, AB_TESTS_SETTING, JSON.stringify(tests));
    if (changed) await noteEverything(transaction);
    return changed;
  });
}

/** A cache; concurrent requests share one read. */
const remembered = new LRUCache<Db, AbTest[]>({ max: 4, ttl: REMEMBERED_MS, fetchMethod: readAbTests });

/** The variants that a visitor has, as `test:variant`. */
export async function variantsOf({ db }: Pick<Context, 'db'>, visitorId: string): Promise<string[]> {
  const tests = (await remembered.fetch(db)) ?? [];
  return tests.map(({ name, variants }) => `${name}:${assignVariant(visitorId, name, variants)}`);
}

import { z } from 'zod';
import { abTestFile, type AbTest } from '../../features/ab-tests/ab-test.ts';
import { readAbTests, writeAbTests } from '../../features/ab-tests/ab-tests.server.ts';
import { isRecord } from '../../lib/is-record.ts';
import { Refused } from '../../lib/refused.ts';
import type { Context } from '../../server/context.ts';
import { placeText, writtenIssue } from '../../server/written-problems.ts';
import type { CommandHandler } from './command-handler.ts';

const abTestsInput = z.strictObject({ tests: z.string().optional(), dryRun: z.boolean().default(false) });

/** Prints the A/B tests that run as JSON, or puts others in their place. */
export function abTestsCommand({ db }: Context): CommandHandler {
  return async (input, { finish }) => {
    const { tests, dryRun } = abTestsInput.parse(input);
    const say = (message: string, changed = false) => finish({ messages: [message], changed });
    if (tests === undefined) return say(JSON.stringify(await readAbTests(db), null, 2));
    const file = parseTests(tests);
    const names = file.map(({ name }) => name).join(', ') || 'none';
    if (dryRun) return say(`The file is valid. Tests in it: ${names}. Nothing was saved: this was a dry run.`);
    const changed = await writeAbTests(db, file);
    await say(changed ? `Running now: ${names}. All pages are being published again.` : `Already running: ${names}.`, changed);
  };
}

/** @throws Refused with every problem */
function parseTests(text: string): AbTest[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refused(`The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const file = abTestFile.safeParse(value, { error: writtenIssue });
  if (file.success) return file.data;
  const problems = file.error.issues.map(({ path: [at, ...within], message }) =>
    at === undefined
      ? `The list of tests ${message}`
      : `Test ${Number(at) + 1}${nameOf(value, at)}: ${placeText(within) || 'it'} ${message}`,
  );
  throw new Refused(...problems, 'The tests were not changed.');
}

/** The name of a test of a file, in brackets, where it has one. */
function nameOf(tests: unknown, at: PropertyKey): string {
  const test: unknown = Array.isArray(tests) ? tests[Number(at)] : undefined;
  return isRecord(test) && typeof test['name'] === 'string' ? ` (${JSON.stringify(test['name'])})` : '';
}

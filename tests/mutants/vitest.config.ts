import { defineConfig } from 'vitest/config';
import { SUBJECTS } from './subjects.ts';

const subject = SUBJECTS[process.env['MUTANTS_SUBJECT'] ?? ''];
if (subject?.database) process.env['TEST_SERVER_ALONE'] = '1';

/** The tests of one subject. */
export default defineConfig({
  test: {
    include: subject?.tests ?? [],
    testTimeout: 30_000,
    globalSetup: subject?.database ? ['tests/support/embedded.ts', 'tests/support/postgres.ts'] : [],
  },
});

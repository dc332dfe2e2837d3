import { defineConfig } from 'vitest/config';
import { SUBJECTS } from './subjects.ts';

/** The tests of one subject, without a database. */
export default defineConfig({
  test: { include: SUBJECTS[process.env['MUTANTS_SUBJECT'] ?? '']?.tests ?? [], testTimeout: 30_000 },
});

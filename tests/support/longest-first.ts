import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first. */
const LONGEST = [
  'tests/unit/backup/backup.test.ts',
  'tests/unit/server/runaway.test.ts',
  'tests/unit/cli/pasted.test.ts',
  'tests/unit/publishing/older-states.test.ts',
  'tests/unit/cli/site.test.ts',
  'tests/unit/publishing/killed-publisher.test.ts',
  'tests/unit/cli/stopped.test.ts',
  'tests/http/published-files.test.ts',
  'tests/http/killed.test.ts',
  'tests/http/operation.test.ts',
  'tests/http/releases.test.ts',
  'tests/http/dev.test.ts',
  'tests/http/several-machines.test.ts',
  'tests/http/own-site.test.ts',
  'tests/http/alerts-killed.test.ts',
];

/**
 * Starts the slowest test files of a project first, even on a machine that has no timings yet: otherwise the last one would run
 * alone while the other workers are idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((file) => !existsSync(file));
    if (gone.length > 0) throw new Error(`tests/support/longest-first.ts names files that are not there: ${gone.join(', ')}`);
    const sorted = Object.groupBy(await super.sort(files), ({ project }) => `${project.config.sequence.groupOrder} ${project.name}`);
    return Object.values(sorted).flatMap((ofProject = []) => ofProject.toSorted((a, b) => place(a) - place(b)));
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = LONGEST.indexOf(relative(process.cwd(), moduleId));
  return index === -1 ? LONGEST.length : index;
}

import type { Failure } from './publish-release.server.ts';

/** Failures of one reason: "deal:1 and 12 more". */
interface FailuresOfReason {
  targets: string;
  isOne: boolean;
  reason: string;
}

/** A message of the system without the path in it, which is another one for each file. */
const withoutPath = (message: string): string => /^E[A-Z]+: [^']+/.exec(message)?.[0] ?? message;

/** Groups failures: what all of thousands need, such as room on the disk, is told once. */
export const byReason = (failed: Failure[]): FailuresOfReason[] =>
  [...Map.groupBy(failed, ({ message }) => withoutPath(message))].map(([kind, [first, ...others]]) => ({
    targets: `${first?.target ?? ''}${others.length > 0 ? ` and ${others.length.toLocaleString('en-US')} more` : ''}`,
    isOne: others.length === 0,
    reason: first?.message ?? kind,
  }));

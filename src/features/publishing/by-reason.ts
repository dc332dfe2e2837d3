import type { Failure } from './publish-release.server.ts';

interface FailuresOfReason {
  /** How many targets failed for it. */
  count: number;
  /** Which: "deal:1 and 12 more". */
  targets: string;
  reason: string;
}

/** A message of the system without the path in it, which is another one for each file. */
const withoutPath = (message: string): string => /^E[A-Z]+: [^']+/.exec(message)?.[0] ?? message;

/** Groups failures: what all of thousands need, such as room on the disk, is told once. */
export const byReason = (failed: Failure[]): FailuresOfReason[] =>
  [...Map.groupBy(failed, ({ message }) => withoutPath(message)).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length > 0 ? ` and ${others.length.toLocaleString('en-US')} more` : '';
    return { count: others.length + 1, targets: `${first.target}${more}`, reason: first.message };
  });

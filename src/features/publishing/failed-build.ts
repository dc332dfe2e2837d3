import { counted } from '../../lib/counted.ts';
import { CannotStart } from '../../server/cannot-start.ts';
import { byReason } from './by-reason.ts';
import type { Failure } from './publish-release.server.ts';

const MOST_REASONS = 10;

/** What is thrown for a build whose pages could not all be made. Whatever all of them need, such as room on the disk, is told once. */
export function failedBuild(failed: Failure[]): CannotStart {
  const reasons = byReason(failed);
  const lines = reasons.slice(0, MOST_REASONS).map(({ targets, reason }) => `${targets}: ${reason}`);
  const left = reasons.length - lines.length;
  return new CannotStart(
    [
      'Pages could not be made, and so nothing was published:',
      ...lines,
      ...(left > 0 ? [`… and ${counted(left, 'more reason')}`] : []),
      'Put that right, and try again.',
    ].join('\n'),
  );
}

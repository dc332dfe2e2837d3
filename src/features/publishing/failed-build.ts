import { counted } from '../../lib/counted.ts';
import { CannotStart } from '../../server/cannot-start.ts';
import type { Failure } from './publish-release.server.ts';

const MOST_REASONS = 10;

/** What is thrown for a build whose pages could not all be made. Whatever all of them need, such as room on the disk, is told once. */
export function failedBuild(failed: Failure[]): CannotStart {
  const byReason = [...Map.groupBy(failed, ({ message }) => message)];
  const lines = byReason.slice(0, MOST_REASONS).map(([reason, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length.toLocaleString('en-US')} more` : '';
    return `${first?.target ?? ''}${more}: ${reason}`;
  });
  const left = byReason.length - lines.length;
  return new CannotStart(
    [
      'Pages could not be made, and so nothing was published:',
      ...lines,
      ...(left > 0 ? [`… and ${counted(left, 'more reason')}`] : []),
      'Put that right, and try again.',
    ].join('\n'),
  );
}

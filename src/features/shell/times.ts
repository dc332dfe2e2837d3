import { timeAgo } from '../../lib/time-ago.ts';

/** Shows how long ago recent things happened; the page itself has the date, which stays true in a stored copy. */
export function showTimesAgo(): void {
  const now = new Date();
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
    const ago = timeAgo(new Date(element.dateTime), now);
    if (!ago) continue;
    // The element may have been processed before.
    element.title ||= element.textContent;
    element.textContent = ago;
  }
}

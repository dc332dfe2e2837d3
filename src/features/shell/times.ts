import { timeAgo } from '../../lib/time-ago.ts';

/**
 * Shows how long ago recent things happened; the page itself has the date, which stays true in a stored copy.
 * @param now the time by the server's clock, where it is known (`lib/server-clock.ts`, which the first script does without)
 */
export function showTimesAgo(now = new Date()): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
    const ago = timeAgo(new Date(element.dateTime), now);
    // The element may have been processed before: its title is the date then, which shows again once that is long ago.
    if (!ago && !element.title) continue;
    element.title ||= element.textContent;
    element.textContent = ago ?? element.title;
  }
}

import { serverNow } from '../../lib/server-clock.ts';
import { timeLeft } from '../../lib/time-left.ts';

const EVERY_MS = 60_000;

/** Shows how long is left of ends within a day, updated every minute; the page itself has the date, which stays true in a stored copy. */
export function watchTimeLeft(): void {
  show();
  setInterval(show, EVERY_MS);
}

function show(): void {
  const now = serverNow();
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-ends]')) {
    const date = (element.dataset['ends'] ||= element.textContent);
    const left = timeLeft(new Date(element.dateTime), now);
    if (left) element.title = date;
    element.textContent = left ?? date;
  }
}

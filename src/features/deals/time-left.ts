import { timeLeft } from '../../lib/time-left.ts';

const EVERY_MS = 60_000;

/** Has ends that come within a day say how long that is, each minute anew; the page itself has the date, which is true in a stored copy. */
export function watchTimeLeft(): void {
  show();
  setInterval(show, EVERY_MS);
}

function show(): void {
  const now = new Date();
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-ends]')) {
    const date = (element.dataset['ends'] ||= element.textContent);
    const left = timeLeft(new Date(element.dateTime), now);
    if (left) element.title = date;
    element.textContent = left ?? date;
  }
}

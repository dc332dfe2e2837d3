import { serverNow } from '../../lib/server-clock.ts';
import { showTimesAgo } from './times.ts';

const EVERY_MS = 30_000;

/** Brings up to date how long ago things happened, now and every half a minute: a page may stay open for hours, and calls tell the server's time. */
export function watchTimesAgo(): void {
  const show = () => showTimesAgo(serverNow());
  show();
  setInterval(show, EVERY_MS);
}

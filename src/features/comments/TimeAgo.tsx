import { useContext } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import { RegionContext } from '../../ui/RegionContext.ts';

/** A moment: rendered as a date by the server, because pages are kept, and as the time since then by the browser. */
export function TimeAgo({ at }: { at: string }) {
  const date = formatDate(at, useContext(RegionContext));
  const ago = import.meta.env.SSR ? undefined : timeAgo(new Date(at), serverNow());
  return (
    <time dateTime={at} data-ago title={ago && date} suppressHydrationWarning>
      {ago ?? date}
    </time>
  );
}

import { useContext } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import { RegionContext } from '../../ui/RegionContext.ts';

/** A moment: the date in a page that is kept, how long ago where a script draws it. */
export function When({ at }: { at: string }) {
  const date = formatDate(at, useContext(RegionContext));
  const ago = import.meta.env.SSR ? undefined : timeAgo(new Date(at), new Date());
  return (
    <time dateTime={at} data-ago title={ago && date} suppressHydrationWarning>
      {ago ?? date}
    </time>
  );
}

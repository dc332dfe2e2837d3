import { feedAt, feedPath, type Feed } from '../feeds/address.ts';

/**
 * Something that is published as a whole: a deal or an offer with its payload, a feed's first page with its payload and RSS, a
 * feed's later pages, a page of text, a sitemap.
 */
export type PageTarget =
  | { kind: 'deal'; id: number }
  | { kind: 'offer'; id: number }
  | { kind: 'feed'; feed: Feed }
  | { kind: 'later'; feed: Feed }
  | { kind: 'text'; path: string }
  /** `index`, `feeds`, `offers` or `deals-{part}`. */
  | { kind: 'sitemap'; name: string };

/** Pages of text, whose words stand in `src/pages`. */
export const TEXT_PAGES = ['/about', '/help', '/terms', '/privacy', '/credits'];

/** A place as a word: `deal:12`, `feed:/popular`, `later:/popular`. */
export function pageTargetName(place: PageTarget): string {
  if (place.kind === 'deal' || place.kind === 'offer') return `${place.kind}:${place.id}`;
  if (place.kind === 'feed' || place.kind === 'later') return `${place.kind}:${feedPath(place.feed)}`;
  if (place.kind === 'text') return `text:${place.path}`;
  return `sitemap:${place.name}`;
}

/** The place with a name that `placeName` gave. */
export function pageTargetNamed(name: string): PageTarget {
  const [kind, rest] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  if (kind === 'deal' || kind === 'offer') return { kind, id: Number(rest) };
  if (kind === 'feed' || kind === 'later') return { kind, feed: feedAt(rest)! };
  return kind === 'text' ? { kind, path: rest } : { kind: 'sitemap', name: rest };
}

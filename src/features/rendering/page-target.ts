import { feedAt, feedPath, type Feed } from '../feeds/address.ts';
import { required } from '../../lib/required.ts';

/**
 * Something that is published as a whole: a deal or an offer with its payload, a feed's first page with its payload and RSS, a directory with its
 * payload (as the feed at its address), a feed's later pages, a page of text, an error page for web servers, a sitemap, a member's own picture, the copies of a deal's picture, robots.txt, the
 * description of the search, the web app manifest, the files of the site's own look, the service worker.
 */
export type PageTarget =
  | { kind: 'deal'; id: number }
  | { kind: 'offer'; id: number }
  | { kind: 'feed'; feed: Feed }
  | { kind: 'later'; feed: Feed }
  | { kind: 'text'; path: string }
  | { kind: 'error'; status: ErrorFile }
  /** `index`, `pages`, `feeds`, `offers` or `deals-{part}`. */
  | { kind: 'sitemap'; name: string }
  | { kind: 'avatar' | 'picture'; digest: string }
  | { kind: Single };

/** Kinds of which there is one target. */
const SINGLE = ['robots', 'open-search', 'manifest', 'look', 'worker'] as const;
type Single = (typeof SINGLE)[number];

/** Statuses that a web server without Magpie has a page for. */
export const ERROR_FILES = [404, 500] as const;
type ErrorFile = (typeof ERROR_FILES)[number];

/** A target as a word: `deal:12`, `feed:/popular`, `later:/popular`. */
export function pageTargetName(target: PageTarget): string {
  if (target.kind === 'deal' || target.kind === 'offer') return `${target.kind}:${target.id}`;
  if (target.kind === 'feed' || target.kind === 'later') return `${target.kind}:${feedPath(target.feed)}`;
  if (target.kind === 'text') return `text:${target.path}`;
  if (target.kind === 'error') return `error:${target.status}`;
  if (target.kind === 'sitemap') return `sitemap:${target.name}`;
  if ('digest' in target) return `${target.kind}:${target.digest}`;
  const { kind }: { kind: Single } = target;
  return kind;
}

/** The target with a name that `pageTargetName` gave. */
export function pageTargetNamed(name: string): PageTarget {
  const single = SINGLE.find((one) => one === name);
  if (single) return { kind: single };
  const [kind, rest] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  if (kind === 'deal' || kind === 'offer') return { kind, id: Number(rest) };
  if (kind === 'feed' || kind === 'later') return { kind, feed: required(feedAt(rest), `the feed ${rest}`) };
  if (kind === 'avatar' || kind === 'picture') return { kind, digest: rest };
  if (kind === 'error') return { kind, status: rest === '404' ? 404 : 500 };
  return kind === 'text' ? { kind, path: rest } : { kind: 'sitemap', name: rest };
}

import { isRecord } from '../../lib/is-record.ts';
import type { KeptPage } from './kept-page.ts';

/** Prefix of the names of all caches; unknown names with it are from an earlier version. */
export const CACHES = 'magpie-';
/** Pages, by their keys. */
export const PAGES_CACHE = 'magpie-pages-1';
/** What pages load, by their paths. */
export const FILES_CACHE = 'magpie-files-1';

/** Key of the list of kept pages, which is stored in the cache of pages. */
export const KEPT_LIST = '/kept.json';
/** The page that lists the kept pages, shown instead of pages that are not kept. */
export const OFFLINE_PAGE = '/offline';

/** The list of kept pages. */
export interface KeptPages {
  pages: KeptPage[];
  /** Number of the member who visited these pages; none before somebody signed in. */
  owner?: number | undefined;
  /** When the page that lists them was fetched, and the files that it loads. */
  offline?: Pick<KeptPage, 'at' | 'files'> | undefined;
}

/** A message from a page to the worker. The two may be of different releases. */
export type PageMessage =
  /** A page is shown that may not have passed through the worker. @property since when it was requested */
  | { say: 'visit'; path: string; since: number }
  /** A coupon was copied on a page. */
  | { say: 'coupon'; path: string; code: string; store: string }
  /** A deal was saved, or is not any more. */
  | { say: 'saved'; path: string; saved: boolean }
  /** Who is signed in: a member's number, 0 for nobody. */
  | { say: 'viewer'; member: number }
  /** Everything visited is to be deleted. Answered through the port of the message. */
  | { say: 'forget' };

/** Reads the list of kept pages. */
export async function readKeptPages(): Promise<KeptPages> {
  const list = await caches.match(KEPT_LIST, { cacheName: PAGES_CACHE });
  const kept: unknown = await list?.json();
  return isKept(kept) ? kept : { pages: [] };
}

/** Only the worker writes the list, always as a whole, so a shallow check is enough. */
const isKept = (json: unknown): json is KeptPages => isRecord(json) && Array.isArray(json['pages']);

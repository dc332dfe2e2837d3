import { isRecord } from '../../lib/is-record.ts';
import type { KeptPage } from './kept-page.ts';

/** The beginning of the names of all caches; those that a version does not know are of an earlier one. */
export const CACHES = 'magpie-';
/** Pages, by their keys. */
export const PAGES_CACHE = 'magpie-pages-1';
/** What pages load, by their paths. */
export const FILES_CACHE = 'magpie-files-1';

/** Lists what is kept; an entry among the pages. */
export const KEPT_LIST = '/kept.json';
/** The page of what is kept, shown in place of pages that are not. */
export const OFFLINE_PAGE = '/offline';

/** The list of kept pages. */
export interface KeptPages {
  pages: KeptPage[];
  /** Number of the member who visited these pages; none before somebody signed in. */
  owner?: number | undefined;
  /** When the page of what is kept was fetched, and what it loads. */
  offline?: Pick<KeptPage, 'at' | 'files'> | undefined;
}

/** A message from a page to the worker, which may be of another release. */
export type PageMessage =
  /** A page is being read that may not have come through the worker. @property since when it was asked for */
  | { say: 'visit'; path: string; since: number }
  /** A coupon was copied on a page. */
  | { say: 'coupon'; path: string; code: string; store: string }
  /** A deal was saved, or is not any more. */
  | { say: 'saved'; path: string; saved: boolean }
  /** Who is signed in: a member's number, 0 for nobody. */
  | { say: 'viewer'; member: number }
  /** Nothing is to be kept of what was visited. Answered through the port that comes along. */
  | { say: 'forget' };

/** Reads the list of what is kept. */
export async function readKeptPages(): Promise<KeptPages> {
  const list = await caches.match(KEPT_LIST, { cacheName: PAGES_CACHE });
  const kept: unknown = await list?.json();
  return isKept(kept) ? kept : { pages: [] };
}

/** Only the worker writes there, whole lists. */
const isKept = (json: unknown): json is KeptPages => isRecord(json) && Array.isArray(json['pages']);

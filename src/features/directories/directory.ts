import type { Page } from '../../lib/page.ts';
import { feedPath, type Feed } from '../feeds/address.ts';

/** What a directory lists. */
export const DIRECTORY_KINDS = ['stores', 'brands', 'categories'] as const;
type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

/** A store, brand or category that has something now. */
export interface DirectoryEntry {
  name: string;
  path: string;
  /** How many live deals it has. */
  deals: number;
  /** How many live coupons and cashback offers it has; only stores have some. */
  offers: number;
}

/** Entries below a letter, or below a category of the top, which is an entry itself. */
export interface DirectoryGroup {
  name: string;
  /** The category; null for a letter. */
  entry: DirectoryEntry | null;
  entries: DirectoryEntry[];
}

/** A page that lists every store, brand or category with deals, so that all their feeds are found without a search. */
export interface DirectoryData {
  type: 'directory';
  of: DirectoryKind;
  path: string;
  title: string;
  description: string;
  groups: DirectoryGroup[];
  /** Whether there are more than are listed; those with the most are. */
  shortened: boolean;
}

export type DirectoryPage = Page<DirectoryData>;

/** The address of a directory, as a feed of the catch-all (spec §2): `/browse/stores`. */
const feedOf = (kind: DirectoryKind): Feed => ({ kind: 'browse', slug: kind });

/** `lists`: what the feeds that it leads to are about. */
const ABOUT = {
  stores: { lists: 'store', title: 'Stores', description: 'Every store with deals, coupons or cashback right now.' },
  brands: { lists: 'brand', title: 'Brands', description: 'Every brand with deals right now.' },
  categories: { lists: 'category', title: 'Categories', description: 'Every category with deals right now.' },
} as const satisfies Record<DirectoryKind, object>;

export type Directory = (typeof DIRECTORIES)[number];
export const DIRECTORIES = DIRECTORY_KINDS.map((kind) => ({ kind, feed: feedOf(kind), path: feedPath(feedOf(kind)), ...ABOUT[kind] }));

/** The directory at an address of the catch-all; undefined for any other address. */
export const directoryAt = (feed: Feed) => DIRECTORIES.find(({ path }) => path === feedPath(feed));

/** The directories at whose addresses none of the site's feeds is. */
export function missingDirectories(feeds: readonly Feed[]) {
  const taken = new Set(feeds.map(feedPath));
  return DIRECTORIES.filter(({ path }) => !taken.has(path));
}

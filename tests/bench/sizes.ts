import type { AlertSizes } from './alerts.ts';

/** How much each part of the benchmarks does. */
export interface Sizes {
  /** Deals of the sites that stand for a usual one; undefined means the demo. */
  site: number | undefined;
  /** Deals of the catalogues that are built and published, of those that are edited, of the one that is rebuilt, of those searched. */
  built: number[];
  /** Deals of the import of a new source. */
  imported: number;
  /** Deals of a partner's feed, and of the site that imports it; milliseconds until that is at rest, at most. */
  fed: number;
  fedRestMs: number;
  edited: number[];
  rebuilt: number;
  searched: number[];
  /** Deals that stand for the demo where the quality of search is measured; undefined means the demo's own number. */
  graded: number | undefined;
  /** Rounds that medians are of. */
  rounds: number;
  edits: number;
  /** Milliseconds that pass before an edit, at most. */
  editPauseMs: number;
  rebuilds: number;
  /** Restarts of PostgreSQL under load, and the members that make it. */
  restarts: number;
  activeMembers: number;
  /** Of `serving`: rounds of so many seconds, after a warm-up of so many, if any. */
  serving: { rounds: number; seconds: number; warmUp: number };
  /** Visits to each page whose smoothness is measured. */
  visits: number;
  /** Of `rebuilds`: visitors at once, and seconds of their visits while nothing else goes on. */
  rebuilding: { visitors: number; calmSeconds: number };
  /** Tries of each kind to sign in. */
  tries: number;
  /** Milliseconds that members vote for in one round. */
  votingMs: number;
  /** How many members vote, in turn, and how many at once. */
  voters: number;
  callers: number[];
  thread: { comments: number; asked: number; posted: number };
  alerts: AlertSizes;
  /** Of the queries that search is measured with, one in so many is asked. */
  oneQueryIn: number;
  /** Rounds of the graded queries over HTTP, the first of which is not counted. */
  searchRounds: number;
  /** Whether Eleventy, which has to be installed for it, is measured beside. */
  eleventy: boolean;
}

/** What figures that are worth something take: about an hour. */
export const FULL: Sizes = {
  site: undefined,
  built: [2_000, 10_000, 50_000],
  imported: 12_000,
  fed: 100_000,
  fedRestMs: 120_000,
  edited: [2_000, 10_000, 50_000, 100_000],
  rebuilt: 2_000,
  searched: [2_000, 100_000],
  graded: undefined,
  rounds: 3,
  edits: 30,
  editPauseMs: 3_000,
  rebuilds: 20,
  restarts: 20,
  activeMembers: 24,
  serving: { rounds: 5, seconds: 4, warmUp: 2 },
  visits: 5,
  rebuilding: { visitors: 16, calmSeconds: 20 },
  tries: 200,
  votingMs: 5_000,
  voters: 240,
  callers: [1, 32],
  thread: { comments: 2_000, asked: 100, posted: 10 },
  alerts: { deals: 10_000, alerts: 1_000_000, matched: 200, delivered: 10 },
  oneQueryIn: 1,
  searchRounds: 5,
  eleventy: true,
};

/** The short form (`--smoke`): every part runs to its end and has its rows; its figures say nothing. */
export const SMOKE: Sizes = {
  site: 40,
  built: [40],
  imported: 40,
  fed: 40,
  fedRestMs: 0,
  edited: [40],
  rebuilt: 40,
  searched: [100],
  graded: 100,
  rounds: 1,
  edits: 1,
  editPauseMs: 100,
  rebuilds: 1,
  restarts: 1,
  activeMembers: 6,
  serving: { rounds: 1, seconds: 1, warmUp: 0 },
  visits: 1,
  rebuilding: { visitors: 2, calmSeconds: 1 },
  tries: 5,
  votingMs: 300,
  voters: 6,
  callers: [1, 4],
  thread: { comments: 30, asked: 3, posted: 1 },
  alerts: { deals: 100, alerts: 1_000, matched: 5, delivered: 2 },
  oneQueryIn: 9,
  searchRounds: 2,
  eleventy: false,
};

import { setTimeout as delay } from 'node:timers/promises';
import type { Progress } from '../../lib/progress.ts';
import type { Context } from '../../server/context.ts';
import { every } from '../../server/every.ts';
import { fetchPublic, NotFetched } from '../../server/fetch-public.ts';
import { encodePicture, type EncodedPicture } from './encode.server.ts';
import {
  countDue,
  retryWaitingNow,
  postponePicture,
  releasePicture,
  storePicture,
  claimDuePicture,
  type ClaimedPicture,
} from './due-pictures.server.ts';

type Fetching = Pick<Context, 'db' | 'clock' | 'config' | 'inTurn'>;

/** Pictures that a server fetches at a time. */
const AT_ONCE = 4;
const MOST_BYTES = 10 * 1024 * 1024;
const FETCH_MS = 10_000;
const REDIRECTS = 3;

/** Statuses after which another try may succeed, besides all from 500 on. */
const TRANSIENT_STATUSES = new Set([408, 425, 429]);

/**
 * Fetches a picture and makes its copies.
 * @returns the copies, or why there are none, as a phrase that continues its address, and whether another try would fail in the same way
 */
async function fetchPicture(
  { config, inTurn }: Pick<Fetching, 'config' | 'inTurn'>,
  address: string,
  signal?: AbortSignal,
): Promise<EncodedPicture | { why: string; isFinal: boolean }> {
  try {
    const { status, body } = await fetchPublic(address, {
      mostBytes: MOST_BYTES,
      ms: FETCH_MS,
      redirects: REDIRECTS,
      privateHosts: config.privateHosts,
      headers: { Accept: 'image/avif,image/webp,image/*;q=0.8', 'User-Agent': `Magpie (+${config.siteUrl})` },
      ...(signal && { signal }),
    });
    if (status !== 200) return { why: `is answered with ${status}`, isFinal: status < 500 && !TRANSIENT_STATUSES.has(status) };
    const made = await inTurn(() => encodePicture(body));
    return 'fault' in made ? { why: made.fault, isFinal: made.isFinal } : made;
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
    return { why: error.message, isFinal: error.isFinal };
  }
}

/**
 * Fetches due pictures, a few at a time and at most two per host, until none is left.
 * @param onSettled called after each
 */
export async function fetchDue(
  context: Fetching,
  signal: AbortSignal,
  onSettled: () => void | Promise<void> = () => undefined,
): Promise<void> {
  const { db, clock } = context;
  const settle = async (taken: ClaimedPicture) => {
    const made = await fetchPicture(context, taken.address, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (!made) return releasePicture(db, taken);
    if ('why' in made) await postponePicture(db, taken, made, clock());
    else await storePicture(db, taken, made, clock());
    await onSettled();
  };
  const work = async () => {
    while (!signal.aborted) {
      const taken = await claimDuePicture(db, clock());
      if (!taken) return;
      await settle(taken);
    }
  };
  // Mostly there is nothing, and one look is enough.
  const first = await claimDuePicture(db, clock());
  if (first) await Promise.all([settle(first).then(work), ...Array.from({ length: AT_ONCE - 1 }, work)]);
}

const LOOK_AGAIN_MS = 500;

/**
 * Fetches all wanted pictures, including those that wait for another try, and waits for those that other servers are fetching. Pictures
 * that fail again are left to the job of the running site.
 */
export async function fetchWanted(context: Fetching, onProgress: (progress: Progress) => void | Promise<void>): Promise<void> {
  const { db, clock } = context;
  const aborted = new AbortController();
  await retryWaitingNow(db, clock());
  const total = await countDue(db, clock());
  const reportProgress = async () =>
    onProgress({ phase: 'fetching pictures', done: Math.max(0, total - (await countDue(db, clock()))), total });
  try {
    while ((await countDue(db, clock())) > 0) {
      await fetchDue(context, aborted.signal, reportProgress);
      await reportProgress();
      if ((await countDue(db, clock())) > 0) await delay(LOOK_AGAIN_MS);
    }
  } finally {
    aborted.abort();
  }
}

const LOOK_MS = 2_000;

/**
 * Fetches what is wanted as long as the process runs.
 * @returns a function that ends it, and resolves when nothing is under way any more
 */
export function startPicturesJob(context: Fetching, onError: (error: unknown) => void): () => Promise<void> {
  const ended = new AbortController();
  let underWay: Promise<void> = Promise.resolve();
  const look = async () => {
    underWay = fetchDue(context, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) onError(error);
    });
    await underWay;
  };
  const end = every(LOOK_MS, look, onError);
  return async () => {
    end();
    ended.abort();
    await underWay;
  };
}

import type { Context } from '../../server/context.ts';
import { openPublisherBundle } from './bundle.server.ts';
import type { MakePages } from './make-pages.server.ts';
import { PageLog } from './page-log.ts';
import { Publisher } from './publisher.server.ts';

/** A target that keeps its old pages, and why. */
export interface Failure {
  target: string;
  message: string;
}

/** Where pages are published, by whose code. */
export interface ReleaseTarget {
  release: string;
  bundle: string;
  /** Makes the pages; this thread does unless given. */
  makePages?: MakePages | undefined;
}

/**
 * Opens a release, has `begin` say what is to be done, and publishes until it is done or has failed.
 * @returns the addresses that changed, and what failed
 */
export async function publishInto(
  context: Context,
  { release, bundle, makePages }: ReleaseTarget,
  begin: (publisher: Publisher, log: PageLog) => Promise<void>,
  onProgress: (done: number, total: number) => void,
): Promise<{ changed: string[]; failed: Failure[] }> {
  const log = new PageLog(release);
  const changed: string[] = [];
  const failed = new Map<string, string>();
  try {
    const publisher = new Publisher({
      context,
      bundle: await openPublisherBundle(bundle),
      release,
      log,
      isAlone: true,
      makePages,
      onSwap: (swap) => swap.forEach(([address]) => changed.push(address)),
      onFailure: (target, error) => failed.set(target, error instanceof Error ? error.message : String(error)),
    });
    await begin(publisher, log);
    while ([...log.due].some((name) => !failed.has(name))) {
      publisher.flush();
      await publisher.step();
      onProgress(publisher.progress.done, publisher.progress.total);
    }
    return { changed, failed: [...failed].map(([target, message]) => ({ target, message })) };
  } finally {
    log.close();
  }
}

import type { Context } from '../../server/context.ts';
import type { Database } from '../../server/db/database.ts';
import { openSite, type OpenSite } from './open-site.ts';
import type { Outcome, PublishScope } from './publish-in-this-process.server.ts';
import { currentRelease, showFiles } from './shown-release.ts';
import { required } from '../../lib/required.ts';

/** What a running site shows, while releases come and go. */
export interface ShownSite {
  /** What answers requests; undefined until a release is shown. */
  current(): OpenSite | undefined;
  /** Shows the release that was chosen last. */
  showCurrent(): Promise<void>;
  /** Publishes into the release that is shown when it is done. */
  publish(what: PublishScope, onProgress?: (done: number, total: number) => void): Promise<Outcome>;
  stop(): Promise<void>;
}

/** Shows releases, one switch after the other: two publishers never work on one release. */
export function showReleases(
  context: Context,
  database: Pick<Database, 'openPort'>,
  onError: (message: string, error?: Error) => void,
): ShownSite {
  let site: OpenSite | undefined;
  let switched = Promise.resolve();
  const stopping = new AbortController();

  const show = async () => {
    const before = site;
    if (before && before.release === (await currentRelease(context.config.publishDir))?.folder) return;
    site = await openSite(context, database, onError, stopping.signal);
    void showFilesOf(site);
    await before?.publisher.stop();
  };

  // Magpie makes on demand what is not published yet. A web server goes on with the files of the release before until the new ones are complete.
  const showFilesOf = async ({ publisher, release }: OpenSite) => {
    try {
      const isAsGood = await publisher.publish('changes');
      if (isAsGood && site?.release === release) await showFiles(context.config.publishDir, release);
    } catch (error) {
      onError(`web servers go on with the files of the release before: ${String(error)}`);
    }
  };

  return {
    current: () => site,
    showCurrent() {
      const shown = switched.then(show);
      switched = shown.catch(() => undefined);
      return shown;
    },
    async publish(what, onProgress) {
      const changed = new Set<string>();
      for (;;) {
        const before = switched;
        await before;
        const outcome = await required(site, 'a release to publish into').publisher.publish(what, onProgress);
        for (const address of outcome?.changed ?? []) changed.add(address);
        // Changes since the last look are to be published in a release that is being opened, too.
        if (before !== switched) continue;
        if (!outcome) throw new Error('the site was stopped before everything was published');
        return { ...outcome, changed: [...changed] };
      }
    },
    async stop() {
      stopping.abort(new Error('the site was stopped'));
      // A release that is being opened is given up, and the one before goes on being shown.
      await switched;
      await site?.publisher.stop();
    },
  };
}

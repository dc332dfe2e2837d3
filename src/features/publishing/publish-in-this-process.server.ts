import { Refused } from '../../lib/refused.ts';
import type { Context } from '../../server/context.ts';
import { requireOwnFolder } from './publish-folder.ts';
import { currentRelease } from './shown-release.ts';
import { publishInto, type Failure } from './publish-release.server.ts';

/** What is to be published: what changed, unless that is very much; also that and what waits to be gathered; or whatever differs. */
export type PublishScope = 'changes' | 'waiting' | 'everything';

/** The result of a request to publish. */
export interface Outcome {
  /** Addresses that answer something else now. */
  changed: string[];
  failed: Failure[];
  /** How many page targets a running site has yet to make or compare, after changes of much. */
  left?: number;
}

/**
 * Publishes into the release that is shown, while no site runs on it.
 * @throws when there is no release yet, or it is another site's
 */
export async function publishInThisProcess(
  context: Context,
  what: PublishScope,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Outcome> {
  const current = await currentRelease(context.config.publishDir);
  if (!current) throw new Refused('nothing was ever published here; npm start or npm run build makes the first release');
  requireOwnFolder(context.config);
  return publishInto(
    context,
    { release: current.folder, bundle: current.release.bundle },
    async (publisher) => {
      await publisher.open();
      if (what === 'everything') publisher.compareEverything();
    },
    onProgress,
  );
}

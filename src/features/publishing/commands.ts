import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Command } from '../../server/control.ts';
import { takeSnapshot } from './build-aside.ts';
import type { Outcome, PublisherThread } from './publisher-thread.ts';
import { goBack } from './rollback.ts';

/** What the publishing commands send while they work. */
export interface PublishingEvent {
  publishing?: { done: number; total: number };
  published?: Outcome;
  /** Folder of a snapshot of the embedded database. */
  folder?: string;
  /** Name of the release that is shown now. */
  release?: string;
}

const publishInput = z.strictObject({ all: z.boolean() });

/** What the running site does about its pages when a command asks for it. */
export function publishingCommands(
  context: Context,
  site: { publisher(): PublisherThread; showCurrent(): Promise<void> },
): Record<'publish' | 'rollback' | 'snapshot' | 'switch', Command> {
  return {
    /** Takes `{ all }`; sends `publishing`, then `published`. */
    async publish(input, send) {
      const { all } = publishInput.parse(input);
      let sent = Promise.resolve();
      const published = await site.publisher().publish(all ? 'everything' : 'waiting', (done, total) => {
        sent = sent.then(() => send({ publishing: { done, total } } satisfies PublishingEvent)).catch(() => undefined);
      });
      await sent;
      await send({ published } satisfies PublishingEvent);
    },

    /** Goes back to the release before the one shown; sends `release`. */
    async rollback(_input, send) {
      const release = await goBack(context.config.dataDir);
      await site.showCurrent();
      await send({ release } satisfies PublishingEvent);
    },

    /** Sends `folder`: a copy of the embedded database, which whoever asked removes. */
    async snapshot(_input, send) {
      await send({ folder: await takeSnapshot(context) } satisfies PublishingEvent);
    },

    /** Shows the release that the data folder names now. */
    switch: () => site.showCurrent(),
  };
}

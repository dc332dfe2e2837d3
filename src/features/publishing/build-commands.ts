import type { Context } from '../../server/context.ts';
import type { Command } from '../../server/control.ts';
import { takeSnapshot } from './build-aside.ts';

/** What a build asks of the running site. */
export function buildCommands(context: Context, showCurrent: () => Promise<void>): Record<'snapshot' | 'switch', Command> {
  return {
    /** Sends `folder`: a copy of the embedded database, which whoever asked removes. */
    async snapshot(_input, send) {
      await send({ folder: await takeSnapshot(context) });
    },

    /** Shows the release that the data folder names now. */
    switch: () => showCurrent(),
  };
}

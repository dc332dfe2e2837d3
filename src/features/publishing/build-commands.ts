import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Command } from '../../server/control.ts';
import { takeSnapshot } from './take-snapshot.server.ts';

const snapshotInput = z.object({ pid: z.int().positive().optional() });

/** What a build asks of the running site. */
export function buildCommands(context: Context, showCurrent: () => Promise<void>): Record<'snapshot' | 'switch', Command> {
  return {
    /** Takes the `{ pid? }` of the caller; sends `folder`, a copy of the embedded database, which the caller removes. */
    async snapshot(input, send) {
      await send({ folder: await takeSnapshot(context, snapshotInput.parse(input).pid) });
    },

    /** Shows the release that was chosen last. */
    switch: () => showCurrent(),
  };
}

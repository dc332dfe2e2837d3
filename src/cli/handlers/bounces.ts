import { z } from 'zod';
import { bouncesAddress, receiveBounceReport } from '../../features/notifications/bounces/bounces.server.ts';
import { readMailbox } from '../../features/notifications/bounces/mailbox.server.ts';
import { errorCode } from '../../lib/error-code.ts';
import { Refused } from '../../lib/refused.ts';
import type { Context } from '../../server/context.ts';
import { isPipeOrDevice } from '../../server/pipe-or-device.ts';
import type { CommandHandler } from './command-handler.ts';
import { counted } from '../../lib/counted.ts';

const bouncesInput = z.strictObject({ path: z.string().optional() });

/** Takes in the reports of a mailbox, or says where a mail server can send them to. */
export function bouncesCommand(context: Context): CommandHandler {
  return async (input, { finish }) => {
    const { path } = bouncesInput.parse(input);
    if (path === undefined) return finish({ messages: [bouncesAddress(context)], changed: false });
    const counts = { stopped: 0, 'not for good': 0, 'not ours': 0 };
    try {
      if (await isPipeOrDevice(path))
        throw new Refused(`${path} is a pipe or a device: save what comes from it to a file, and name that one.`);
      for await (const message of readMailbox(path)) counts[await receiveBounceReport(context, message)]++;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      throw new Refused(`There is no file or folder ${path}.`);
    }
    const { stopped, 'not for good': kept, 'not ours': others } = counts;
    await finish({
      messages: [
        `Stopped mail for ${counted(stopped, 'report')}; ignored ${counted(kept, 'report')} of temporary problems and ${counted(others, 'other message')}.`,
      ],
      changed: false,
    });
  };
}

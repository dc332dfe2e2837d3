import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import { checkCatalogue } from '../../features/catalogue-files/check/check-catalogue.server.ts';
import type { CommandHandler } from './command-handler.ts';
import { sendDuplicates } from './send-duplicates.ts';

const checkInput = z.strictObject({ duplicates: z.boolean().default(false) });

/** Takes `{ duplicates }`; sends `progress`, duplicates as `lines` when they are wanted, then `found`. */
export const checkCommand =
  (context: Context): CommandHandler =>
  async (input, { send }) => {
    const wanted = checkInput.parse(input).duplicates;
    const found = await checkCatalogue(context, (progress) => send({ progress }));
    if (wanted)
      await sendDuplicates(
        send,
        found.flatMap(({ duplicates }) => duplicates ?? []),
      );
    await send({ found: found.map(({ duplicates: _all, ...group }) => group) });
  };

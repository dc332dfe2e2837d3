import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { dropMail, listMail, retryMail } from '../../server/mail/dead-letters.ts';

const mailInput = z.union([
  z.strictObject({}),
  z.strictObject({ retry: z.literal(true) }),
  z.strictObject({ drop: z.int().positive().max(Number.MAX_SAFE_INTEGER) }),
]);

/** Lists the outbox, has what was given up tried again, or drops a mail; sends `said`. */
export function mailCommand(context: Context): CommandHandler {
  return async (input, { finish }) => {
    const asked = mailInput.parse(input);
    if ('drop' in asked) return finish(await dropMail(context, asked.drop));
    await finish(await ('retry' in asked ? retryMail(context) : listMail(context)));
  };
}

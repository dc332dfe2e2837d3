import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { dropMail, listMail, retryMail } from '../../server/mail/dead-letters.ts';

const mailInput = z.union([
  z.strictObject({}),
  z.strictObject({ retry: z.literal(true) }),
  z.strictObject({ drop: z.int().positive().max(Number.MAX_SAFE_INTEGER) }),
]);

/** Lists the outbox, has what was given up tried again, or drops a mail; sends `messages`. */
export function mailCommand(context: Context): CommandHandler {
  return async (input, { finish }) => {
    const request = mailInput.parse(input);
    if ('drop' in request) return finish(await dropMail(context, request.drop));
    await finish(await ('retry' in request ? retryMail(context) : listMail(context)));
  };
}

import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Telling } from './command-handler.ts';
import { dropMail, listMail, retryMail } from '../../server/mail/dead-letters.ts';

const mailInput = z.union([
  z.strictObject({}),
  z.strictObject({ retry: z.literal(true) }),
  z.strictObject({ drop: z.int().positive().max(Number.MAX_SAFE_INTEGER) }),
]);

/** Lists the outbox, has what was given up tried again, or drops a mail; sends `said`. */
export function mailCommand(context: Context): Telling {
  return async (input, { tell }) => {
    const asked = mailInput.parse(input);
    if ('drop' in asked) return tell(await dropMail(context, asked.drop));
    await tell(await ('retry' in asked ? retryMail(context) : listMail(context)));
  };
}

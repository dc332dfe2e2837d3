import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Telling } from './commands.ts';
import { memberRole } from './member-role.server.ts';

const memberInput = z.strictObject({ name: z.string().min(1), role: z.enum(['member', 'moderator']).optional() });

/** Shows a member's role or changes it; sends `said`. */
export function memberCommand(context: Context): Telling {
  return async (input, { tell }) => {
    const { name, role } = memberInput.parse(input);
    await tell(await memberRole(context, name, role));
  };
}

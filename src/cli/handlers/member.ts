import { z } from 'zod';
import { ROLES } from '../../lib/roles.ts';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { changeMember } from '../../features/moderation/member-role.server.ts';

const memberInput = z.strictObject({
  name: z.string().min(1),
  role: z.enum(ROLES).optional(),
  unsuspend: z.boolean().optional(),
});

/** Shows a member's role and suspension or changes them; sends `messages`. */
export function memberCommand(context: Context): CommandHandler {
  return async (input, { finish }) => {
    const { name, ...changes } = memberInput.parse(input);
    await finish(await changeMember(context, { name }, changes));
  };
}

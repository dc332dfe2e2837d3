import { z } from 'zod';
import { removeDemo } from '../../features/demo/remove-demo.server.ts';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';

const demoInput = z.strictObject({ dryRun: z.boolean() });

/** Takes the demo out, or says what would go. */
export function demoCommand(context: Context): CommandHandler {
  return async (input, { finish }) => finish(await removeDemo(context, demoInput.parse(input)));
}

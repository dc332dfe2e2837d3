import type { Context } from '../../server/context.ts';
import { checkCatalogue } from '../../features/catalogue-files/check/check-catalogue.server.ts';
import type { CommandHandler } from './command-handler.ts';

/** Sends `progress`, then `found`. */
export const checkCommand =
  (context: Context): CommandHandler =>
  async (_input, { send }) => {
    await send({ found: await checkCatalogue(context, (progress) => send({ progress })) });
  };

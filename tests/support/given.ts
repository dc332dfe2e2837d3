import { siteCommands, type CommandName, type CommandsOptions } from '../../src/cli/handlers/handlers.ts';
import type { CommandEvent } from '../../src/cli/command-event.ts';
import type { Context } from '../../src/server/context.ts';

/** What a command tells whoever gave it. */
export interface Told {
  said: string[];
  refused: string[];
  published: string[];
}

/** Gives the site a command as its socket does. */
export async function give(context: Context, name: CommandName, input: object, options?: CommandsOptions): Promise<Told> {
  const { signal } = new AbortController();
  const told: Told = { said: [], refused: [], published: [] };
  await siteCommands(context, options)[name](
    input,
    async (event: CommandEvent) => {
      told.said.push(...(event.messages ?? []));
      told.refused.push(...(event.refused ?? []));
      told.published.push(...(event.published ?? []));
    },
    signal,
  );
  return told;
}

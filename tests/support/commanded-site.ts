import { onTestFinished } from 'vitest';
import { siteCommands, type CommandsOptions } from '../../src/cli/handlers/handlers.ts';
import type { Context } from '../../src/server/context.ts';
import { serveControl } from '../../src/server/control.ts';
import { contextOf, temporaryFolder } from './catalogue.ts';
import { openCopy } from './databases.ts';

/** What a running site is to a command: its data folder with the socket that commands are sent to. It is gone when the test ends. */
export async function commandedSite(options?: CommandsOptions): Promise<{ dataDir: string; context: Context }> {
  const dataDir = await temporaryFolder();
  const database = await openCopy();
  onTestFinished(() => database.close());
  const context = contextOf(database);
  const commands = siteCommands({ ...context, config: { ...context.config, dataDir } }, options);
  onTestFinished(await serveControl(dataDir, commands));
  return { dataDir, context };
}

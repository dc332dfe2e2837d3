import { atExit } from './at-exit.ts';
import { readConfig } from './config.ts';
import { makeContext, type Context } from './context.ts';
import { openDatabase } from './db/connect.ts';
import { takeLock } from './lock.ts';
import { keepFilesPrivate } from './private-folder.ts';

const HOLDER = Symbol.for('magpie.context');
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a symbol cannot be declared as a global variable
const holder = globalThis as { [HOLDER]?: Promise<Context> | undefined };

/** Sets the context of pages that are handed none: Astro's development server has its own copies of all modules. */
export const provideContext = (context: Context): void => void (holder[HOLDER] = Promise.resolve(context));

/**
 * Returns the context of Astro's development server, which hands none to its pages: that of `provideContext` (`npm run dev`), else one that
 * is opened on first use (`astro dev`) and has an embedded database to itself until the process ends. A published site never calls it.
 * @throws CannotStart while another process has the folder; the next call tries again
 */
export function openContext(): Promise<Context> {
  holder[HOLDER] ??= openAlone().catch((error: unknown) => {
    holder[HOLDER] = undefined;
    throw error;
  });
  return holder[HOLDER];
}

async function openAlone(): Promise<Context> {
  keepFilesPrivate();
  const config = readConfig(process.env);
  // Any number of processes share a server.
  const unlock = config.databaseUrl ? () => undefined : takeLock(config.dataDir, { url: 'npm run dev' });
  atExit(unlock);
  try {
    const { db } = await openDatabase(config);
    return makeContext({ config, db });
  } catch (error) {
    unlock();
    throw error;
  }
}

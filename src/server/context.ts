import { readConfig, type Config } from './config.ts';
import { openDatabase, type Db } from './db/connect.ts';

/** What every feature works with; made once a process and handed on, so that no feature keeps state of its own. */
export interface Context {
  config: Config;
  db: Db;
  /** The time now; tests freeze it. */
  clock(): Date;
}

const HOLDER = Symbol.for('magpie.context');
const holder = globalThis as { [HOLDER]?: Promise<Context> };

/** The context of a process that was handed none, opened on first use: `astro dev` never runs `main.ts`. */
export function openContext(): Promise<Context> {
  holder[HOLDER] ??= (async () => {
    const config = readConfig(process.env);
    const { db } = await openDatabase(config);
    return { config, db, clock: () => new Date() };
  })();
  return holder[HOLDER];
}

import type { Page } from '../lib/page.ts';
import { readConfig, type Config } from './config.ts';
import { openDatabase, type Db } from './db/connect.ts';

/** What every feature works with; made once a process and handed on, so that no feature keeps state of its own. */
export interface Context {
  config: Config;
  db: Db;
  /** The time now; tests freeze it. */
  clock(): Date;
  /** Told of every page that a build writes, with the data it was made from. */
  onPrerendered?(path: string, page: Page): Promise<void>;
}

const HOLDER = Symbol.for('magpie.context');
const holder = globalThis as { [HOLDER]?: Promise<Context> };

/** Makes `context` the one that pages rendered in this process get; Astro's bundle reaches it through `openContext`. */
export function provideContext(context: Context): void {
  holder[HOLDER] = Promise.resolve(context);
}

/**
 * The context of this process, opened on first use: prerendering and `astro dev` never run `main.ts`, and Astro's bundle
 * holds a copy of this module, so it hangs on `globalThis`.
 */
export function openContext(): Promise<Context> {
  holder[HOLDER] ??= (async () => {
    const config = readConfig(process.env);
    const { db } = await openDatabase(config);
    return { config, db, clock: () => new Date() };
  })();
  return holder[HOLDER];
}

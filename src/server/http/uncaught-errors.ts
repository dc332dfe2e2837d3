import { format } from 'node:util';
import type { Log } from './access-log.ts';

/** How long the last lines may take. */
const FINAL_FLUSH_MS = 500;

/**
 * Logs unhandled rejections, which do not end the process; uncaught errors, which do; and what Astro and pages write to the
 * console.
 */
export function logUncaughtErrors({ log, end }: Pick<Log, 'log' | 'end'>): void {
  process.on('unhandledRejection', (reason) => log.error({ err: asError(reason) }, 'a rejection was not handled'));
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error was not caught, and the process ends');
    void end(FINAL_FLUSH_MS).then(() => process.exit(1));
  });
  console.error = (...given: unknown[]) => log.error({ err: given.find((one) => one instanceof Error) }, format(...given));
  console.warn = (...given: unknown[]) => log.warn(format(...given));
  // A closed terminal or a full disk must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));

import { pino, type Logger } from 'pino';

/** The log of events and errors: one JSON object a line. */
export type EventLog = Pick<Logger, 'error' | 'info'>;

/** The log of a process without a server of its own, such as a command, `astro dev` or a test: it writes to the console. */
export const consoleLog = (): EventLog =>
  pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write: (line) => console.error(line.trimEnd()) });

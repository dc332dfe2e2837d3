import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino, type Logger } from 'pino';
import { clientAddress } from './network.ts';

/** Bytes that are gathered before they are written. */
const BATCH = 16_000;
const FLUSH_MS = 500;

/** What is known of a request when it comes; its socket may be gone when it is logged. */
export interface Arrival {
  method: string | undefined;
  path: string;
  ip: string;
  began: number;
}

export interface Log {
  /** For what goes wrong. */
  log: Logger;
  /** Notes a request that came, by its path; its query stays out, for it may hold a secret. */
  arrive(request: IncomingMessage, path: string): Arrival;
  /** Writes the line of a request that was answered, or whose answer was cut short. */
  logRequest(arrival: Arrival, response: ServerResponse, cut?: boolean): void;
  flush(): void;
}

/**
 * The log of the process: one JSON object a line on standard output, written in batches.
 * @param trustProxy whether a proxy in front names the client
 */
export function openLog({ trustProxy }: { trustProxy: boolean }): Log {
  const destination = pino.destination({ dest: 1, minLength: BATCH, sync: false });
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  setInterval(() => destination.flush(), FLUSH_MS).unref();
  return {
    log,
    arrive: (request, path) => ({ method: request.method, path, ip: clientAddress(request, trustProxy), began: performance.now() }),
    // Put together by hand: a serializer takes as long as the rest of what a published page costs.
    logRequest({ method, path, ip, began }, response, cut) {
      const ms = Math.round((performance.now() - began) * 100) / 100;
      destination.write(
        `{"level":30,"time":"${timeNow()}","method":"${method}","path":${JSON.stringify(path)},"status":${response.statusCode},"ms":${ms},"ip":"${ip}"${cut ? ',"cut":true' : ''}}\n`,
      );
    },
    flush: () => destination.flushSync(),
  };
}

let lastMoment = 0;
let lastText = '';

/** The time as text, made anew once a millisecond. */
function timeNow(): string {
  const now = Date.now();
  if (now !== lastMoment) [lastMoment, lastText] = [now, new Date(now).toISOString()];
  return lastText;
}

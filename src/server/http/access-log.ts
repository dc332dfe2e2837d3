import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino, type Logger } from 'pino';

/** The log of the process: one JSON object a line on standard output, written in batches. */
export function openLog(): { log: Logger; flush(): void } {
  const destination = pino.destination({ dest: 1, minLength: 8_192, sync: false });
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const timer = setInterval(() => destination.flush(), 500);
  timer.unref();
  return { log, flush: () => destination.flushSync() };
}

/** Who asks: the socket's address, or what a trusted proxy says, which adds its own view at the end of the list. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? [request.headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim() : undefined;
  return forwarded || request.socket.remoteAddress;
}

/** Logs a request when it is answered; its query stays out, for it may hold a secret. */
export function logRequest(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  of: { path: string; ip: string | undefined },
): void {
  const began = performance.now();
  response.once('close', () => {
    const ms = Math.round((performance.now() - began) * 100) / 100;
    log.info({ method: request.method, ...of, status: response.statusCode, ms, cut: response.writableFinished ? undefined : true });
  });
}

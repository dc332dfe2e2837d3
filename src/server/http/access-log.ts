import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino, type Logger } from 'pino';
import { LogOutput, toStandardOutput } from './log-output.ts';
import { clientAddress } from './network.ts';
import { requestScope } from '../request-scope.ts';

/** Facts about a request, recorded when it arrives, because its socket may be closed by the time it is logged. */
export interface LoggedRequest {
  method: string | undefined;
  path: string;
  ip: string;
  began: number;
}

export interface Log {
  /** Logs errors. */
  log: Logger;
  /** Called when a request arrives. Only the path is logged, because the query may contain a secret. */
  describeRequest(request: IncomingMessage, path: string): LoggedRequest;
  /** Writes the line of a request that was answered, or whose answer was cut short. */
  logRequest(logged: LoggedRequest, response: ServerResponse, cut?: boolean): void;
  /** Writes the remaining lines, within so many milliseconds at most. */
  end(limit: number): Promise<void>;
}

/**
 * The log of the process: one JSON object a line on standard output, written in batches.
 * @param trustProxy whether a proxy in front names the client
 */
export function openLog({ trustProxy }: { trustProxy: boolean }): Log {
  const output = new LogOutput(toStandardOutput());
  // Entries of a request carry its path.
  const mixin = () => ({ ...requestScope.getStore() });
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin }, output);
  return {
    log,
    describeRequest: (request, path) => ({
      method: request.method,
      path,
      ip: clientAddress(request, trustProxy),
      began: performance.now(),
    }),
    // Concatenated by hand: a serializer would take as long as everything else about answering a published page.
    logRequest({ method, path, ip, began }, response, cut) {
      const ms = Math.round((performance.now() - began) * 100) / 100;
      output.write(
        `{"level":30,"time":"${timeNow()}","method":"${method}","path":${JSON.stringify(path)},"status":${response.statusCode},"ms":${ms},"ip":"${ip}"${cut ? ',"cut":true' : ''}}\n`,
      );
    },
    end: (limit) => output.end(limit),
  };
}

let lastMoment = 0;
let lastText = '';

/** The time as text, cached for a millisecond. */
function timeNow(): string {
  const now = Date.now();
  if (now !== lastMoment) [lastMoment, lastText] = [now, new Date(now).toISOString()];
  return lastText;
}

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorCode } from '../lib/error-code.ts';
import { controlPath } from './control-path.ts';
import { CommandFailed } from './command-failed.ts';
import { plainFault } from './plain-fault.ts';
import { textLines } from './text-lines.ts';
import { z } from 'zod';

/**
 * A command as the running site carries it out. `send` sends an event, waits while the client reads more slowly, and fails
 * once the client has disconnected. `signal` is aborted when the client cancels the command or disconnects.
 */
export type Command = (input: unknown, send: (event: object) => Promise<void>, signal: AbortSignal) => Promise<void>;

const MOST_INPUT = 1024 * 1024;
const COMMAND_ID = 'command-id';

/** The events of an answer: those of the command, and the last one with its outcome. */
const anyEvent = z.looseObject({ done: z.literal(true).optional(), failed: z.string().optional() });

/**
 * Serves commands to this machine: HTTP over a Unix socket that only the site's user may open,
 * `POST /{command}` with JSON, answered by events as lines of JSON, and `DELETE /{id}`, which cancels the command that
 * was given with that `Command-Id`. Only the holder of the folder's lock may call this.
 * @returns a function that stops listening
 */
export async function serveControl(dataDir: string, commands: Record<string, Command>): Promise<() => Promise<void>> {
  const path = controlPath(dataDir);
  const underWay = new Map<string, AbortController>();
  const server = createServer((call, answer) => {
    if (call.method === 'DELETE') cancelCommand(underWay, call, answer);
    else void respond(commands, underWay, call, answer);
  });
  // A site that was killed leaves its socket file behind.
  await rm(path, { force: true });
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

function cancelCommand(underWay: Map<string, AbortController>, call: IncomingMessage, answer: ServerResponse): void {
  const command = underWay.get(call.url?.slice(1) ?? '');
  command?.abort();
  answer.writeHead(command ? 204 : 404).end();
}

async function respond(
  commands: Record<string, Command>,
  underWay: Map<string, AbortController>,
  call: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const name = call.url?.slice(1) ?? '';
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (call.method !== 'POST' || !command) {
    answer.writeHead(404).end();
    return;
  }
  const id = String(call.headers[COMMAND_ID] ?? '');
  const stopping = new AbortController();
  underWay.set(id, stopping);
  answer.once('close', () => stopping.abort());
  const send = async (event: object) => {
    if (answer.destroyed) throw new Error('whoever gave the command has gone');
    if (answer.write(`${JSON.stringify(event)}\n`)) return;
    const settled = new AbortController();
    const { signal } = settled;
    await Promise.race([once(answer, 'drain', { signal }), once(answer, 'close', { signal })]).finally(() => settled.abort());
  };
  try {
    if (Number(call.headers['content-length'] ?? Infinity) > MOST_INPUT) throw new Error('the command is too long');
    const input: unknown = JSON.parse(await text(call));
    answer.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    await command(input, send, stopping.signal);
    await send({ done: true });
  } catch (error) {
    await send({ failed: plainFault(error) ?? (error instanceof Error ? error.message : String(error)) }).catch(() => undefined);
  } finally {
    underWay.delete(id);
  }
  answer.end();
}

/** The running site does not have the command. */
export class UnknownCommand extends CommandFailed {
  constructor(command: string) {
    super(`the running site does not know the command "${command}"; is it of another version?`);
  }
}

/** The running site ended before it said that the command was done. */
export class SiteStopped extends CommandFailed {
  constructor() {
    super('the running site stopped before the command was done');
  }
}

/**
 * Sends a command to the site that runs on a data folder.
 * @param onEvent called with one event after the other
 * @param signal cancels the command; its outcome arrives as an event
 * @returns false when no site runs there
 * @throws CommandFailed with what the command failed with, UnknownCommand where that site has no such command, SiteStopped where it ends before the command does
 */
export async function sendCommand(
  dataDir: string,
  command: string,
  input: unknown,
  onEvent: (event: object) => void | Promise<void>,
  signal?: AbortSignal,
): Promise<boolean> {
  const socketPath = controlPath(dataDir);
  const id = randomUUID();
  const answer = await call({ socketPath, path: `/${command}`, method: 'POST', headers: { [COMMAND_ID]: id } }, JSON.stringify(input));
  if (!answer) return false;
  const cancel = () =>
    void call({ socketPath, path: `/${id}`, method: 'DELETE' }).then(
      (taken) => taken?.resume(),
      () => answer.destroy(),
    );
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  if (answer.statusCode !== 200) throw new UnknownCommand(command);
  let done = false;
  for await (const line of eventLines(answer)) {
    const event = anyEvent.parse(JSON.parse(line));
    if (event.failed !== undefined) throw new CommandFailed(event.failed);
    if (event.done) done = true;
    else await onEvent(event);
  }
  if (!done) throw new SiteStopped();
  return true;
}

/** @throws SiteStopped when the connection breaks, as where the site ends or is killed */
async function* eventLines(answer: IncomingMessage): AsyncGenerator<string> {
  try {
    yield* textLines(answer);
  } catch (error) {
    throw errorCode(error) === 'ECONNRESET' ? new SiteStopped() : error;
  }
}

/** @returns undefined when nobody listens */
function call(options: RequestOptions, body = ''): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    request({ ...options, headers, agent: false }, resolve)
      .on('error', (error: NodeJS.ErrnoException) => {
        // EACCES counts as no site: taking the folder's lock then refuses the folder, with what to do.
        if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'EACCES'].includes(error.code ?? '')) resolve(undefined);
        else reject(error);
      })
      .end(body);
  });
}

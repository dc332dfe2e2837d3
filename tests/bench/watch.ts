import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';

/** An address that is looked at on a connection of its own. */
export interface Watched {
  address: string;
  /** What it answered before. */
  before: string;
  /**
   * Asks again and again until it answers what `isFresh` accepts.
   * @returns when that answer was there whole, by `performance.now()`
   * @throws when that takes too long
   */
  untilFresh(isFresh: (body: string) => boolean): Promise<number>;
  end(): void;
}

const BETWEEN_LOOKS = 4;
const LONGEST_WAIT = 30_000;

/** Begins to look at an address: asks for it once, so that the connection is there. */
export async function watch(origin: string, address: string): Promise<Watched> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let { etag, body } = await ask(origin + address, agent);
  return {
    address,
    before: body ?? '',
    async untilFresh(isFresh) {
      // A page that is looked at for the first time may show it already.
      if (body !== undefined && isFresh(body)) return performance.now();
      for (const late = performance.now() + LONGEST_WAIT; performance.now() < late; await delay(BETWEEN_LOOKS)) {
        ({ etag, body } = await ask(origin + address, agent, etag));
        if (body !== undefined && isFresh(body)) return performance.now();
      }
      throw new Error(`${address} did not show the change within ${LONGEST_WAIT / 1000} s`);
    },
    end: () => agent.destroy(),
  };
}

/** @returns no body for anything but a new page */
async function ask(url: string, agent: Agent, known?: string): Promise<{ etag: string | undefined; body: string | undefined }> {
  const headers = { 'Accept-Encoding': 'br', ...(known && { 'If-None-Match': known }) };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request(url, { agent, headers }, (answer) => {
    buffer(answer).then((body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }), reject);
  })
    .on('error', reject)
    .end();
  const { status, headers: told, body } = await promise;
  if (status !== 200) return { etag: known, body: undefined };
  return { etag: told.etag, body: (told['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).toString() };
}

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]> & { etag?: string };
  body: Buffer;
}

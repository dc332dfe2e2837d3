/**
 * `visitors.ts ORIGIN ADDRESSES COUNT`: so many visitors ask for the addresses, a JSON list in a file, and check every answer,
 * until its input ends; then it prints what they saw (`Visits`) as JSON.
 */
import { readFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { digestOf } from '../../src/features/rendering/compress.ts';
import { PAYLOAD } from '../../src/features/rendering/addresses.ts';
import { quantile } from './table.ts';

/** What visitors saw. */
export interface Visits {
  requests: number;
  /** What was wrong with answers, and how often. */
  failures: Record<string, number>;
  /** Answers that were made on demand, since what is published was not fresh. */
  onDemand: number;
  p50: number;
  p99: number;
  /** Milliseconds of the slowest answer that was published, and of the slowest of all. */
  slowestPublished: number;
  slowest: number;
}

/** Milliseconds that a visitor waits between two requests, at most. */
const LONGEST_PAUSE = 25;
/** A visitor's connection is closed after so many requests, so that new ones are tried all the time. */
const REQUESTS_EACH = 40;

const [origin, file, visitors] = process.argv.slice(2);
const addresses = JSON.parse(await readFile(file!, 'utf8')) as string[];
const times: number[] = [];
const failures: Record<string, number> = {};
/** Bodies that were found right, by their tags. */
const known = new Map<string, Buffer>();
let onDemand = 0;
let slowestPublished = 0;
const stopping = new AbortController();
const isStopping = () => stopping.signal.aborted;
process.stdin.once('end', () => stopping.abort()).resume();

await Promise.all(Array.from({ length: Number(visitors) }, visit));
const visits: Visits = {
  requests: times.length,
  failures,
  onDemand,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  slowestPublished,
  slowest: quantile(times, 1),
};
console.log(JSON.stringify(visits));

async function visit(): Promise<void> {
  while (!isStopping()) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let asked = 0; asked < REQUESTS_EACH && !isStopping(); asked++) {
      const address = addresses[Math.floor(Math.random() * addresses.length)]!;
      const began = performance.now();
      const fault = await ask(address, agent).catch(codeOf);
      times.push(performance.now() - began);
      if (fault) failures[fault] = (failures[fault] ?? 0) + 1;
      await delay(Math.random() * LONGEST_PAUSE);
    }
    agent.destroy();
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** @returns what is wrong with the answer @throws when there is none, or not the whole of it */
async function ask(address: string, agent: Agent): Promise<string | undefined> {
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(origin! + address, { agent, headers: { 'Accept-Encoding': 'br' } }, resolve)
    .on('error', reject)
    .end();
  const answer = await promise;
  const body = await buffer(answer);
  const took = performance.now() - began;
  if (answer.statusCode !== 200) return `status ${answer.statusCode}`;
  const length = answer.headers['content-length'];
  if (length !== undefined && Number(length) !== body.length) return 'length';
  const tag = answer.headers.etag;
  if (tag?.startsWith('W/')) onDemand++;
  else slowestPublished = Math.max(slowestPublished, took);
  const key = `${address} ${tag ?? ''}`;
  if (known.get(key)?.equals(body)) return undefined;
  const content = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body;
  // The tag of a published file begins with the digest of its content; that of an answer made on demand is weak.
  if (tag && !tag.replace('W/', '').startsWith(`"${digestOf(content)}`)) return 'body is not what its tag says';
  if (!isOf(address, content.toString())) return 'body is not of this address';
  if (tag) known.set(key, body);
  return undefined;
}

/** Whether a body is whole and of the page that was asked for. */
function isOf(address: string, body: string): boolean {
  const path = new URL(address, origin).pathname;
  if (!address.endsWith(PAYLOAD))
    return body.includes(`<link rel="canonical" href="${origin}${path}`) && body.trimEnd().endsWith('</html>');
  const { pageMetadata } = JSON.parse(body) as { pageMetadata: { canonical: string } };
  return pageMetadata.canonical === (path.slice(0, -PAYLOAD.length) || '/');
}

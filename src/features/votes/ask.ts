import type { GuardedContract } from '../../lib/call.ts';
import { request } from '../../ui/request.ts';
import { RequestError } from '../../ui/request-error.ts';

/** Statuses of servers that only have a copy of the pages, without calls. */
const STATIC_SERVER_STATUSES = [404, 405, 501];
/** Milliseconds for an answer: the counts are asked for again once the last answer is there. */
const TIMEOUT_MS = 20_000;
let isCopy = false;

/** Whether the page is from such a server, according to the last answer. */
export const isStaticCopy = () => isCopy;

/** Sends a call that only reads. @returns undefined when it fails, which leaves the page as it is (spec §8) */
export async function ask<Answer extends object, Name extends string>(
  { address, isAnswer }: GuardedContract<Answer>,
  fields: [name: Name, value: string | number][],
): Promise<Answer | undefined> {
  try {
    const body = new URLSearchParams(fields.map((pair) => pair.map(String)));
    const json = await request(address, { body, isRepeatable: true, timeoutMs: TIMEOUT_MS });
    isCopy = false;
    if (!isAnswer(json)) throw new Error(`${address} answers otherwise than its contract says`);
    return json;
  } catch (error) {
    isCopy = error instanceof RequestError && STATIC_SERVER_STATUSES.includes(error.status);
    if (!isCopy) console.warn('Votes could not be brought up to date', error);
    return undefined;
  }
}

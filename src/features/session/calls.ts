import {
  addressOf,
  pairsOf,
  readAnswer,
  type CallContract,
  type FormContract,
  type JsonContract,
  type QueryContract,
} from '../../lib/call.ts';
import { isRecord } from '../../lib/is-record.ts';
import { request, type RequestOptions } from '../../ui/request.ts';
import { NEEDS_CONNECTION } from '../../ui/needs-connection.ts';
import { RequestError } from '../../ui/request-error.ts';
import type { SessionAnswer } from './contracts/session.ts';
import { FAILED, loggedInAs } from './messages.ts';
import { $session, renewSession, session } from './store.ts';

/** The message when a call has no answer of its own: the network failed, or the server refused it. */
export interface Fault {
  fault: string;
  /** Whether it was refused because it was done too often, and works again after a while. */
  isTooOften?: true;
}

export const isFault = (answer: object): answer is Fault => 'fault' in answer;

/** Browsers refuse to send more than 64 KiB with `keepalive`. */
const LARGEST_KEPT_ALIVE = 60_000;

/** Milliseconds for an answer: without a limit, a form would wait for minutes on a line that went dead. */
const TIMEOUT_MS = 40_000;

/** Sends a form as the spec's calls want it (§7), with the visitor's token. */
export function postForm<Answer extends object, Fields extends object>(
  contract: FormContract<Answer, Fields>,
  fields: NoInfer<Fields>,
): Promise<Answer | Fault> {
  const given = pairsOf({ do: contract.do, ...fields });
  return send(contract, contract.address, ({ securitytoken }) => {
    const body = new URLSearchParams([...given, ['ajax', '1'], ['securitytoken', securitytoken]]);
    // `keepalive`: the request completes even if the page is left at once.
    return { body, keepalive: body.toString().length < LARGEST_KEPT_ALIVE, isRepeatable: contract.isRepeatable };
  });
}

/** Sends JSON, the token in a header. */
export function postJson<Answer extends object, Body extends object>(
  contract: JsonContract<Answer, Body>,
  body: NoInfer<Body>,
): Promise<Answer | Fault> {
  return send(contract, contract.address, ({ securitytoken }) => ({
    body,
    headers: { 'x-security-token': securitytoken },
  }));
}

/** Reads what a query asks for. @param id of what the call is about, where its address ends in one */
export function getJson<Answer extends object, Query extends object>(
  contract: QueryContract<Answer, Query>,
  query: NoInfer<Query>,
  id?: number,
): Promise<Answer | Fault> {
  return send(contract, addressOf(contract, query, id), () => ({}));
}

/**
 * Sends the call, and once more with a new token when the server refused the first one; not when that token is another member's, who logged in
 * in another tab: what this member did is not done in the other's name.
 */
async function send<Answer extends object>(
  contract: CallContract<Answer>,
  address: string,
  optionsFor: (session: SessionAnswer) => RequestOptions,
): Promise<Answer | Fault> {
  const attempt = (now: SessionAnswer) => request(address, { timeoutMs: TIMEOUT_MS, ...optionsFor(now) });
  try {
    const first = session();
    const given = await first;
    const shown = $session.get()?.user;
    const json = await attempt(given).catch(async (error: unknown) => {
      if (!(error instanceof RequestError && error.status === 403)) throw error;
      // Another call that was refused at the same time may have started loading a new session.
      const latest = session();
      const now = await (latest === first ? renewSession() : latest);
      if (shown && now.user && shown.userid !== now.user.userid)
        throw new RequestError(address, 403, { message: loggedInAs(now.user.username) });
      return attempt(now);
    });
    return readAnswer(contract, json) ?? { fault: FAILED };
  } catch (error) {
    return error instanceof RequestError ? faultOf(error) : { fault: navigator.onLine ? FAILED : NEEDS_CONNECTION };
  }
}

/** The message that shows instead of an answer: an array's first entry, and the default one for faults of the server's (spec §8). */
const faultOf = ({ status, answer }: RequestError): Fault => ({
  fault: (status < 500 && messageOf(answer)) || FAILED,
  ...(status === 429 && { isTooOften: true }),
});

/** The message of a protocol fault, if it has one. */
function messageOf(json: unknown): string | undefined {
  const [message] = isRecord(json) ? [json['message']].flat() : [];
  return typeof message === 'string' ? message : undefined;
}

import { FAILED } from './contract.ts';
import { renewSession, session } from './store.ts';

/** What is said when a call has no answer of its own: the way failed, or the server refused it. */
export interface Fault {
  fault: string;
  /** Whether it will do after a while: it was done too often. */
  isTooOften?: true;
}

export const isFault = (answer: object): answer is Fault => 'fault' in answer;

/** Browsers refuse to send more than 64 KiB in requests that outlive their page. */
const LARGEST_KEPT_ALIVE = 60_000;

/** Sends a form as the spec's calls want it (§7), with the visitor's token. */
export function postForm<T extends object>(address: string, fields: Record<string, string | undefined>): Promise<T | Fault> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return send(address, (securitytoken) => {
    const body = new URLSearchParams([...given, ['ajax', '1'], ['securitytoken', securitytoken]]);
    // It arrives although the page is left at once.
    return { method: 'POST', body, keepalive: body.toString().length < LARGEST_KEPT_ALIVE };
  });
}

/** Sends JSON, the token in a header. */
export function postJson<T extends object>(address: string, data: object): Promise<T | Fault> {
  return send(address, (securitytoken) => ({
    method: 'POST',
    body: JSON.stringify(data),
    headers: { 'content-type': 'application/json', 'x-security-token': securitytoken },
  }));
}

export const getJson = <T extends object>(address: string): Promise<T | Fault> => send(address, () => ({}));

/** Sends once, and once more with a new token when the server did not take the first. */
async function send<T extends object>(address: string, request: (securitytoken: string) => RequestInit): Promise<T | Fault> {
  const attempt = ({ securitytoken }: { securitytoken: string }) => {
    const { headers, ...init } = request(securitytoken);
    return fetch(address, { ...init, headers: { accept: 'application/json', ...(headers as Record<string, string>) } });
  };
  try {
    const first = await attempt(await session());
    return await read<T>(first.status === 403 ? await attempt(await renewSession()) : first);
  } catch {
    return { fault: FAILED };
  }
}

/** The answer, or the message that shows instead: an array's first entry, and the default one for faults of the server's (spec §8). */
async function read<T extends object>(response: Response): Promise<T | Fault> {
  const answer = (await response.json()) as T & { message?: string | string[] };
  if (response.ok) return answer;
  return { fault: (response.status < 500 && firstOf(answer.message)) || FAILED, ...(response.status === 429 && { isTooOften: true }) };
}

const firstOf = (message: string | string[] | undefined) => (Array.isArray(message) ? message[0] : message);

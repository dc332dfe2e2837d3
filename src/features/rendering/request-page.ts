import { inject } from 'light-my-request';
import type { OnDemand } from '../../server/http/handle.ts';

/** What a handler answered. */
export interface Answered {
  status: number;
  type: string;
  body: Buffer;
}

/** No page takes so long; one that never ends must not hold up all others. */
const LONGEST_MS = 20_000;

/**
 * Asks Astro's handler for an address as a visitor would, without a connection.
 * @param locals handed to the page, such as what it is to show
 * @throws when the answer breaks off, or takes too long
 */
export async function requestPage(handler: OnDemand, path: string, locals: object): Promise<Answered> {
  const answered = await inject(
    (request, response) => {
      const answer = async () => handler(request, response, () => response.writeHead(404).end(), locals);
      answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
    },
    {
      method: 'GET',
      url: path,
      headers: { host: 'localhost', 'user-agent': 'Mozilla/5.0 (publisher)' },
      signal: AbortSignal.timeout(LONGEST_MS),
    },
  );
  return { status: answered.statusCode, type: answered.headers['content-type'] ?? '', body: answered.rawPayload };
}

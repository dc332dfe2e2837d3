import { inject } from 'light-my-request';
import type { OnDemand } from '../../server/http/handle.ts';

/** What a handler answered. */
export interface Answered {
  status: number;
  type: string;
  body: Buffer;
}

/**
 * Asks Astro's handler for an address as a visitor would, without a connection.
 * @param locals handed to the page, such as what it is to show
 */
export async function requestPage(handler: OnDemand, path: string, locals: object): Promise<Answered> {
  const answered = await inject(
    (request, response) =>
      void handler(
        request as unknown as Parameters<OnDemand>[0],
        response as unknown as Parameters<OnDemand>[1],
        () => response.writeHead(404).end(),
        locals,
      ),
    { method: 'GET', url: path, headers: { host: 'localhost', 'user-agent': 'Mozilla/5.0 (publisher)' } },
  );
  return { status: answered.statusCode, type: String(answered.headers['content-type'] ?? ''), body: answered.rawPayload };
}

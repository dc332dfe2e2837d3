import { inject } from 'light-my-request';
import type { OnDemand } from '../../server/http/handle.ts';

/** A page as a handler answered it; `html` is undefined for anything but HTML. */
interface PageResponse {
  status: number;
  html: Buffer | undefined;
}

/** Longer than any page takes, so that a page that never ends does not hold up all others. */
const LONGEST_MS = 20_000;

/**
 * Asks Astro's handler for an address as a visitor would, without a connection. The HTML comes by itself (`takeHtml`): as the body of a
 * response it would be encoded, compressed and copied several times.
 * @param locals handed to the page, such as what it is to show
 * @throws when the answer breaks off, or takes too long
 */
export async function requestPage(handler: OnDemand, path: string, locals: object): Promise<PageResponse> {
  let html: Buffer | undefined;
  const given = { ...locals, takeHtml: (page: Buffer) => void (html = page) };
  const { statusCode } = await inject(
    (request, response) => {
      const answer = async () => handler(request, response, () => response.writeHead(404).end(), given);
      answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
    },
    {
      method: 'GET',
      url: path,
      headers: { host: 'localhost', 'user-agent': 'Mozilla/5.0 (publisher)' },
      signal: AbortSignal.timeout(LONGEST_MS),
    },
  );
  return { status: statusCode, html };
}

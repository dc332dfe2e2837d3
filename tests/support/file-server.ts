import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  ...{ '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json' },
  ...{ '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp', '.woff2': 'font/woff2', '.xml': 'application/xml' },
};

/**
 * A web server that knows nothing of the site: it finds files by their paths, and a folder's `index.html`.
 * @returns its origin, and a function that ends it
 */
export async function startPlainServer(folder: string): Promise<{ url: string; end(): void }> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const file = extname(path) ? path : join(path, 'index.html');
    const body = request.method === 'GET' ? await readFile(join(folder, file)).catch(() => undefined) : undefined;
    if (body) response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' }).end(body);
    else response.writeHead(request.method === 'GET' ? 404 : 405).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, end: () => void server.close() };
}

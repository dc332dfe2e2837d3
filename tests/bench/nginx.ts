import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BROTLI, fileServerConfiguration, nginxHasBrotli } from '../support/nginx.ts';
import { freePort } from '../support/site.ts';
import { startServer, type Server } from './program.ts';

/**
 * nginx as one would set it up for a release: one worker, precompressed files, a buffered log.
 * @param client the release's client folder
 * @param headers what our own server sends with every page, so that both send the same
 * @param holdsOpen whether it keeps descriptors open (open_file_cache), and so sees a replaced file up to a minute late
 */
export async function startNginx(
  client: string,
  headers: [string, string][],
  parent: string,
  path: string,
  holdsOpen: boolean,
): Promise<Server> {
  const port = await freePort();
  const folder = await mkdtemp(join(parent, 'nginx-'));
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(client, headers, folder, port, holdsOpen));
  return startServer('nginx', ['-c', file, '-e', join(folder, 'nginx-error.log')], port, path);
}

/** nginx as `docs/operations.md` has it answer with the published files, one worker and a buffered log as well. */
export async function startDocumentedNginx(site: { port: number; publishDir: string }, parent: string, path: string): Promise<Server> {
  const port = await freePort();
  const folder = await mkdtemp(join(parent, 'nginx-'));
  const file = join(folder, 'nginx.conf');
  await writeFile(file, around(folder, await fileServerConfiguration(port, site)));
  return startServer('nginx', ['-c', file, '-e', join(folder, 'nginx-error.log')], port, path);
}

function configuration(client: string, headers: [string, string][], folder: string, port: number, holdsOpen: boolean): string {
  const quoted = (text: string) => `"${text.replaceAll(/["\\$]/g, '\\$&')}"`;
  return around(
    folder,
    `
  types { text/html html; application/json json; text/css css; text/javascript js; image/svg+xml svg; font/woff2 woff2; }
  charset utf-8;
  charset_types text/html application/json text/css text/javascript;
  ${holdsOpen ? 'open_file_cache max=20000 inactive=1h; open_file_cache_valid 60s;' : ''}
  gzip_static on;
  ${nginxHasBrotli ? 'brotli_static on;' : ''}
  server {
    listen 127.0.0.1:${port};
    root ${quoted(client)};
    ${headers.map(([name, value]) => `add_header ${name} ${quoted(value)};`).join('\n    ')}
    location / { try_files $uri $uri/index.html =404; }
  }`,
  );
}

/** A whole configuration with this in its `http` block. */
const around = (folder: string, http: string) => `
${nginxHasBrotli ? `load_module ${BROTLI};` : ''}
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log ${folder}/nginx-access.log combined buffer=8k flush=500ms;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
${http}
}
`;

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { handler, type Site } from '../../../src/server/http/handle.ts';
import { requireOurPages } from '../../../src/server/http/origin.ts';
import { hidesReferrer } from '../../../src/server/http/referrer-policy.ts';
import { StaticFiles } from '../../../src/server/http/static-files.ts';

const HEADERS = ['Referrer-Policy', 'strict-origin-when-cross-origin'];

/** A site that answers every address on demand. */
const SITE: Site = {
  files: new StaticFiles([], HEADERS),
  onDemand: (_request, response: ServerResponse) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(),
  headers: HEADERS,
  locals: {},
  host: 'localhost',
  publishedName: () => undefined,
  takeFresh: () => false,
  sendsOrigin: false,
};

describe('where one comes from', () => {
  test('is told to nobody by pages of accounts and by those with a secret in their address', async () => {
    const nothing = () => undefined;
    const describeRequest = () => ({ path: '', ip: '127.0.0.1' }) as never;
    const server = createServer(
      handler({ log: { error: nothing } as never, describeRequest, logRequest: nothing, site: () => SITE, isReady: async () => true }),
    );
    onTestFinished(() => void server.close());
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const policyOf = async (address: string) => (await fetch(`http://127.0.0.1:${port}${address}`)).headers.get('referrer-policy');
    for (const address of [
      '/account/log-in',
      '/account/verify?token=x',
      '/account/none',
      '/?do=resetpassword&hash=x',
      '/account/email-restore',
      '/desk',
      '/desk/posts?id=1',
    ])
      expect(await policyOf(address), address).toBe('no-referrer');
    for (const address of ['/', '/?do=other', '/search?q=token', '/forums/profile.php?do=accountsettings', '/accounts', '/desks'])
      expect(await policyOf(address), address).toBe('strict-origin-when-cross-origin');
  });

  test('is told where others’ sign-in buttons want to know the site, and never with a secret', () => {
    expect(hidesReferrer('/account/log-in', 'url=/', true)).toBe(false);
    expect(hidesReferrer('/account/sign-up/', '', true)).toBe(false);
    expect(hidesReferrer('/account/log-in', 'token=x', true)).toBe(true);
    expect(hidesReferrer('/account/magic-link', '', true)).toBe(true);
  });
});

describe('a form of a page that does not tell', () => {
  const taken = (headers: Record<string, string>) => {
    try {
      requireOurPages(new Request('https://deals.example/', { method: 'POST', headers }), 'https://deals.example');
      return true;
    } catch {
      return false;
    }
  };

  test('is taken when the browser says that it is the site’s own', () => {
    expect(taken({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).toBe(true);
  });

  test.each(['cross-site', 'same-site', 'none', ''])('is refused from anywhere else (%s)', (site) => {
    expect(taken({ Origin: 'null', ...(site && { 'Sec-Fetch-Site': site }) })).toBe(false);
  });
});

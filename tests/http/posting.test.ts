import { expect, test } from 'vitest';
import { jsonOf } from '../support/http.ts';
import { Visitor } from '../support/http-visitor.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

test('the form for a deal leads guests to the log-in page, and its call says so', async () => {
  const guest = new Visitor(url);
  const page = await guest.get('/post');
  expect([page.status, page.headers.location, page.headers['cache-control']]).toEqual([303, '/account/log-in?url=%2Fpost', 'no-store']);
  expect(jsonOf(await guest.send('/post', { do: 'submit' }))).toEqual({ error: 'dologin' });
  const plain = await guest.submit('/post', { do: 'submit' });
  expect([plain.status, plain.headers.location]).toEqual([303, '/account/log-in?url=%2Fpost']);
  const large = await guest.send('/post', { do: 'submit', description: 'x'.repeat(140_000) });
  expect([large.status, jsonOf(large)]).toEqual([413, { status: 'error', message: 'Send at most 128 KiB.' }]);
});

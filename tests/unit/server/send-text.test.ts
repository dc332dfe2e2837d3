import { expect, test } from 'vitest';
import { sendText } from '../../../src/server/http/send-text.ts';

const PAGE = 'A page that is long enough. '.repeat(100);

/** Sends a page with the length that its markup had before what it needs not was taken out. */
const send = (headers: Record<string, string>) =>
  sendText(
    new Request('http://localhost/popular?sort=new', { headers }),
    new Response(PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': String(PAGE.length + 650) } }),
  );

test('a page that is known already is not said to be longer than it is', async () => {
  const sent = await send({});
  expect([sent.status, sent.headers.get('content-length')]).toEqual([200, String(PAGE.length)]);
  const tag = sent.headers.get('etag')!;
  for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, ' * ']) {
    const again = await send({ 'If-None-Match': known, 'Accept-Encoding': 'gzip' });
    expect([again.status, again.headers.get('etag'), again.headers.get('content-length')], known).toEqual([304, tag, null]);
  }
  for (const other of ['"other"', 'W/"other"', '']) expect((await send({ 'If-None-Match': other })).status, other).toBe(200);
});

test.each(['text/plain', 'application/json', 'application/xml', 'application/rss+xml', 'application/feed+json'])(
  '%s is a text',
  async (type) => {
    const text = (headers: Record<string, string>) =>
      sendText(
        new Request('http://localhost/alerts/feed', { headers }),
        new Response(PAGE, { headers: { 'Content-Type': `${type}; charset=utf-8` } }),
      );
    const { headers } = await text({ 'Accept-Encoding': 'br' });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'Accept-Encoding']);
    expect((await text({ 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304);
  },
);

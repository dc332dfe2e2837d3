import { describe, expect, test } from 'vitest';
import { ask, BOT, jsonOf } from '../support/http.ts';
import { ROUTES } from '../support/routes.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

describe('routes', () => {
  test.each(ROUTES)('$path answers $answers', async ({ path, answers, message }) => {
    const answer = await ask(url, path);
    expect(answer.status).toBe(answers);
    if (message) expect(answer.text).toContain(`${message}: ${path}`);
  });
});

describe('an unknown path', () => {
  test('is told to people as it was sent, without its query', async () => {
    const answer = await ask(url, '/no%20such/Page?secret=1');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).toContain('404 Error');
    expect(answer.text).toContain('Page Not Found: /no%20such/Page<');
    expect(answer.text).toContain('Oops it seems we can&#39;t find what you&#39;re looking for!');
  });

  test('leads back to the deals', async () => {
    const { text } = await ask(url, '/no-such-page');
    expect(text).toMatch(/<a [^>]*href="\/"[^>]*>Let(?:'|&#39;)s See Some Deals<\/a>/);
  });

  test('answers bots with the status alone', async () => {
    for (const path of ['/no-such-page', '/f/0', '/all?page=0', '/pco/999999999']) {
      const answer = await ask(url, path, { headers: { 'User-Agent': BOT } });
      expect(answer.status, path).toBe(404);
      expect(answer.text, path).toBe('');
    }
  });

  test('stands in the summary of the JSON answer', async () => {
    const unknown = jsonOf<object>(await ask(url, '/web-api/page/no-such-page'));
    expect(unknown).toMatchObject({ statusCode: 404, summary: 'Page Not Found: /no-such-page' });
    const reserved = jsonOf<object>(await ask(url, '/web-api/page/f/0'));
    expect(reserved).toMatchObject({ statusCode: 404, summary: 'Page not found: /f/0' });
  });

  test('is one that has the name of a route in encoded letters, too', async () => {
    for (const path of ['/%65mbed?feed=/popular', '/web-api/%70age/search?q=ssd', '/%61ccount/log-in'])
      expect((await ask(url, path)).status, path).toBe(404);
  });

  test('cannot put markup into the page', async () => {
    const { text } = await ask(url, '/<script>alert(1)</script>');
    expect(text).not.toContain('<script>alert');
  });

  test('beginning with two slashes is a path like any other', async () => {
    const answer = await ask(url, '//x');
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('Page Not Found: //x');
    expect(answer.headers.location).toBeUndefined();
  });
});

describe('a malformed address', () => {
  test.each(['/%E0%A4%A', '/%', '/a%00b', '/a%0d%0ab', '/a%5cb', `/${'a'.repeat(9_000)}`])('is answered 400: %s', async (path) => {
    const answer = await ask(url, path);
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({ status: 'error' });
  });
});

describe('a trailing slash', () => {
  test.each(['/all', '/popular', '/category/computers', '/search', '/about'])('is optional: %s/', async (path) => {
    await settled(async () => {
      const [bare, slashed] = [await ask(url, path), await ask(url, `${path}/`)];
      expect(slashed.status).toBe(200);
      expect(slashed.text).toBe(bare.text);
    });
  });
});

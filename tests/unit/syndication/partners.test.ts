import { beforeEach, describe, expect, test } from 'vitest';
import { partnerWithKey, readPartners, siteOrigin } from '../../../src/features/syndication/partners.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';

onDatabase('partners', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = accountsContext((await open()).db);
  });
  const say = (input: object) => give(context, 'partner', input);
  const keyIn = (said: string[]) => /shown only once: ([\w-]{43})$/m.exec(said.join('\n'))![1]!;
  const nameOf = async (key: string) => (await partnerWithKey(context, key))?.name;

  test('get a key that is told once and not stored', async () => {
    const { said } = await say({ action: 'add', name: 'blog', site: 'https://Blog.example/', feeds: '/popular/, /all' });
    const key = keyIn(said);
    expect(said.at(-1)).toBe(`Its page: ${context.config.siteUrl}/syndicated?key=${key}`);
    expect(await partnerWithKey(context, key)).toMatchObject({ name: 'blog', site: 'https://blog.example', feeds: ['/popular', '/all'] });
    const settings = await context.db.selectFrom('settings').selectAll().execute();
    expect(JSON.stringify(settings)).not.toContain(key);
    const [line] = (await say({ action: 'list' })).said;
    expect(line).toMatch(/^blog {2}https:\/\/blog\.example {2}\/popular, \/all {2}key of \d{4}-\d\d-\d\d$/);
    expect(line).not.toContain(key);
  });

  test('keep the key that they have until it is renewed or they are removed', async () => {
    const first = keyIn((await say({ action: 'add', name: 'blog', site: 'https://blog.example' })).said);
    const other = keyIn((await say({ action: 'add', name: 'news', site: 'https://news.example' })).said);
    expect((await say({ action: 'add', name: 'blog', site: 'https://else.example' })).refused).toEqual([
      'There is already a partner blog.',
    ]);
    expect(await nameOf(first)).toBe('blog');
    const second = keyIn((await say({ action: 'renew', name: 'blog' })).said);
    expect([await nameOf(first), await nameOf(second), await nameOf(other)]).toEqual([undefined, 'blog', 'news']);
    expect((await readPartners(context.db))[0]).toMatchObject({ site: 'https://blog.example', feeds: null });
    await say({ action: 'remove', name: 'blog' });
    expect([await nameOf(second), await nameOf(other)]).toEqual([undefined, 'news']);
    for (const action of ['renew', 'remove']) expect((await say({ action, name: 'blog' })).refused).toEqual(['There is no partner blog.']);
  });

  test('that are added at once under one name are one', async () => {
    const told = await Promise.all([1, 2, 3].map((n) => say({ action: 'add', name: 'blog', site: `https://blog-${n}.example` })));
    const keys = told.filter(({ refused }) => refused.length === 0).map(({ said }) => keyIn(said));
    expect(keys).toHaveLength(1);
    expect(await nameOf(keys[0]!)).toBe('blog');
  });

  test.each([
    { name: 'Blog', site: 'https://blog.example' },
    { name: '', site: 'https://blog.example' },
    { name: 'blog', site: 'blog.example' },
    { name: 'blog', site: 'https://blog.example', feeds: '/nothing' },
    { name: 'blog', site: 'https://blog.example', feeds: '/category/there-is-none' },
    { name: 'blog', site: 'https://blog.example', feeds: '' },
  ])('are refused: %j', async (partner) => {
    expect((await say({ action: 'add', ...partner })).refused).toHaveLength(1);
    expect((await say({ action: 'list' })).said).toEqual(['There are no partners.']);
  });

  test('are not found by what is no key', async () => {
    await say({ action: 'add', name: 'blog', site: 'https://blog.example' });
    for (const key of ['', 'blog', '__proto__', 'a'.repeat(43), '\0']) expect(await nameOf(key)).toBeUndefined();
  });
});

describe('the site of a partner', () => {
  test.each([
    ['https://partner.example', 'https://partner.example'],
    ['https://PARTNER.example/', 'https://partner.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s is %s', (text, origin) => {
    expect(siteOrigin(text)).toBe(origin);
  });

  test.each([
    ...['', 'partner', '*', 'javascript:alert(1)', 'https://a.example/path', 'https://a.example/?q', 'https://a:b@a.example'],
    ...['https://a.example;script-src', 'https://a.example https://b.example', 'https://*.example', `https://'self'`, 'https://[::1]'],
  ])('is not %s', (text) => {
    expect(siteOrigin(text)).toBeUndefined();
  });
});

import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { footstepsScript } from '../../../src/features/tracking/userstyles.server.ts';
import { readEndpoint, type Call } from '../../../src/server/http/endpoint.ts';
import { accountsContext } from '../../support/accounts.ts';
import { deal, importRecords } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { click, event, events, storedEvents, trackedSite, visitorOf } from '../../support/tracking.ts';

const userstyles = readEndpoint(footstepsScript);

onDatabase('events', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let tid: number;
  let pcoid: number;
  beforeEach(async () => {
    ({ context, tid, pcoid } = await trackedSite(open));
  });
  const visitor = (id?: string, settings = context) => visitorOf(settings, id);
  const rows = () => storedEvents(context);

  test('are stored with the store of their deal, once, and without the visitor’s id or address', async () => {
    const caller = visitor();
    const batch = [event({ tid }), event({ pcoid, position: 2 })];
    expect((await caller.call(events, { json: batch })).status).toBe(204);
    expect((await caller.call(events, { json: batch })).status).toBe(204);
    const stored = await rows();
    expect(stored).toMatchObject([
      { kind: 'impression', path: '/popular', thread_id: tid, position: 1 },
      { offer_id: pcoid, position: 2 },
    ]);
    expect(stored[0]?.store_id).toBe(stored[1]?.store_id);
    expect(stored[0]?.store_id).not.toBeNull();
    expect(JSON.stringify(stored)).not.toMatch(/visitor-one|10\.0\./);
    expect(stored[0]?.visitor).toHaveLength(22);
  });

  test('of deals that are not there are dropped, and the others kept', async () => {
    await visitor().call(events, { json: [event({ tid: 999_999 }), event({ pcoid: 999_999 }), event({ tid })] });
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ['an object', {}],
    ['more than a batch', Array.from({ length: 101 }, () => event())],
    ['no id', [{ type: 'view', path: '/' }]],
    ['an id that is too short', [event({ id: 'x' })]],
    ['a path with a query', [event({ path: '/search?q=secret' })]],
    ['an address', [event({ path: 'https://elsewhere.example/' })]],
    ['a position of no list', [event({ position: 0 })]],
    ['an id of a deal that no database takes', [event({ tid: 3_000_000_000 })]],
    ['a number as text', [event({ tid: '1' })]],
    ['a text that no database takes', [event({ q: 'a\0b' })]],
    ['half of a character', [event({ banner: '\ud83d' })]],
    ['a path with half of a character', [event({ path: '/\udc00' })]],
    ['attribution that no database takes', [event({ attribution: { utm_source: '\0' } })]],
    ['attribution with half of a character in a name', [event({ attribution: { '\ud83d': 'x' } })]],
    ['one good and one bad', [event(), null]],
  ])('that are malformed (%s) are refused whole', async (_name, json) => {
    const { status, answer } = await visitor().call(events, { json });
    expect(status).toBe(400);
    expect(answer).toMatchObject({ status: 'error', message: expect.stringContaining('malformed') as string });
    expect(await rows()).toEqual([]);
  });

  test('on a page with a long path are stored under its first 500 letters', async () => {
    const path = `/${'a'.repeat(498)}\u{1F600}a`;
    expect((await visitor().call(events, { json: [event({ path })] })).status).toBe(204);
    expect((await rows())[0]?.path).toBe(`/${'a'.repeat(498)}\ufffd`);
  });

  test('take an empty batch, and leave unknown fields out', async () => {
    expect((await visitor().call(events, { json: [] })).status).toBe(204);
    await visitor().call(events, { json: [event({ type: 'view', secret: 'mine', q: 'tv', results: 0 })] });
    expect((await rows())[0]?.details).toEqual({ q: 'tv', results: 0, device: 'desktop' });
  });

  test('of another site’s page are refused', async () => {
    expect((await visitor().call(events, { json: [event()], headers: { Origin: 'https://elsewhere.example' } })).status).toBe(403);
  });

  test.each([
    ['Global Privacy Control', { 'Sec-GPC': '1' }],
    ['Do Not Track', { DNT: '1' }],
    ['a crawler', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a visitor who opted out', { Cookie: 'sd_p=tracking=no' }],
  ])('are taken from %s and not stored, nor are the ways out', async (_name, headers) => {
    expect((await visitor().call(events, { json: [event()], headers })).status).toBe(204);
    expect((await visitor().call(click, { method: 'GET', address: `/click?tid=${tid}`, headers })).status).toBe(302);
    expect((await visitor().call(userstyles, { method: 'GET', headers })).headers.get('content-type')).toContain('text/javascript');
    await new Promise(setImmediate);
    expect(await rows()).toEqual([]);
  });

  test('are stored only of who said yes, where the site asks', async () => {
    const asking = accountsContext(context.db, { CONSENT: 'ask' });
    await visitor('one', asking).call(events, { json: [event()] });
    expect(await rows()).toEqual([]);
    await visitor('one&tracking=yes', asking).call(events, { json: [event()] });
    expect(await rows()).toHaveLength(1);
    const off = accountsContext(context.db, { TRACKING: 'off' });
    await visitor('one&tracking=yes', off).call(events, { json: [event()] });
    expect(await rows()).toHaveLength(1);
  });

  test('of a network that sends far too many are put off', async () => {
    const caller = visitor();
    for (let count = 0; count < 2_400; count += 1) context.networkLimits.take('events', caller.network);
    const { status, headers } = await caller.call(events, { json: [event()] });
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('name the list and the place that a way out began in, and keep its 14 parameters', async () => {
    const caller = visitor();
    const names = ['pno', 'u2', 'u1', 'u3', 'sid', 'cno', 'kat', 'ccid', 'ddid', 'bfid'];
    const given = {
      tid: String(tid),
      sn: '/popular',
      lno: '3',
      pcoid: '9',
      ...Object.fromEntries(names.map((name) => [name, `${name}-1`])),
    };
    const address = `/click?${new URLSearchParams({ ...given, other: 'dropped' })}`;
    expect((await caller.call(click, { method: 'GET', address })).status).toBe(302);
    await caller.call(click, {
      method: 'GET',
      address: `/click?pcoid=${pcoid}`,
      headers: { Referer: `${context.config.siteUrl}/f/1-deal?x=1` },
    });
    await caller.call(click, { method: 'GET', address, headers: { 'Sec-Purpose': 'prefetch' } });
    await caller.call(click, { method: 'HEAD', address });
    await expect.poll(rows).toHaveLength(2);
    const stored = (await rows()).toSorted((a, b) => (b.thread_id ?? 0) - (a.thread_id ?? 0));
    expect(stored).toMatchObject([
      {
        kind: 'outclick',
        path: '/popular',
        position: 3,
        thread_id: tid,
        details: given,
      },
      { kind: 'outclick', path: '/f/1-deal', position: null, offer_id: pcoid, details: { pcoid: String(pcoid) } },
    ]);
    expect(Object.keys(stored[0]?.details ?? {})).toHaveLength(14);
  });

  test('of ways out by the id of a deal that was merged are counted for the one that they lead to', async () => {
    await importRecords(context, [deal({ sourceId: 'twin', url: 'https://acme.example/twin' })]);
    const { thread_id: twin } = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('source_id', '=', 'twin')
      .executeTakeFirstOrThrow();
    await mergeDeals(context, String(twin), String(tid));
    expect((await visitor().call(click, { method: 'GET', address: `/click?tid=${twin}` })).status).toBe(302);
    await expect.poll(rows).toMatchObject([{ kind: 'outclick', thread_id: tid }]);
  });

  test('keep of long parameters what a database takes', async () => {
    const caller = visitor();
    const letters = 'a'.repeat(199);
    const query = new URLSearchParams({ tid: String(tid), u1: `${letters}🎁`, u2: 'a\0b', sn: '/\0popular' });
    await caller.call(click, { method: 'GET', address: `/click?${query}` });
    await expect.poll(rows).toMatchObject([{ path: '/popular', details: { u1: `${letters}\ufffd`, u2: 'ab' } }]);
  });

  test('leave a place out that is no number as it is documented', async () => {
    const caller = visitor();
    for (const lno of ['1e0', ' 1', '0', '100001'])
      await caller.call(click, { method: 'GET', address: `/click?${new URLSearchParams({ tid: String(tid), lno })}` });
    await expect.poll(rows).toHaveLength(4);
    expect((await rows()).map(({ position }) => position)).toEqual([null, null, null, null]);
  });

  test('of pages without the site’s script come by a script that no text breaks out of', async () => {
    const ask = async (headers: Record<string, string>) => {
      const query = new URLSearchParams({ uniq: '</script><script>alert(1)</script>', au: `${'a'.repeat(199)}🎁`, other: 'x' });
      const response = await footstepsScript({ context, query, request: new Request('http://localhost', { headers }) } as unknown as Call);
      return response.text();
    };
    const script = await ask({ 'User-Agent': 'Mozilla/5.0 Chrome/140.0' });
    expect(script).not.toContain('<');
    const sent: Blob[] = [];
    runInNewContext(script, {
      navigator: { sendBeacon: (_address: string, blob: Blob) => sent.push(blob) },
      Blob,
      location: { pathname: '/f/1-deal' },
    });
    const batch: unknown = JSON.parse((await sent[0]?.text()) ?? '');
    expect(batch).toMatchObject([{ type: 'footstep', path: '/f/1-deal', attribution: { uniq: '</script><script>alert(1)</script>' } }]);
    expect((await visitor().call(events, { json: batch })).status).toBe(204);
    expect(await rows()).toHaveLength(1);
    expect(await ask({ 'Sec-GPC': '1' })).toBe('');
  });
});

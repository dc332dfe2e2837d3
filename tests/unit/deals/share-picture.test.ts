import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cardOf } from '../../../src/features/deals/find-card.server.ts';
import { sharePictureSvg } from '../../../src/features/deals/share-picture-svg.server.ts';
import { sharePictures } from '../../../src/features/deals/share-picture.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { ALL as share } from '../../../src/pages/share/[threadId].png.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { accountsContext } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { openCopy } from '../../support/databases.ts';
import { colourAt, RED } from '../../support/photos.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

let dataDir: string;
let database: Database;
let context: Context;
let ids: number[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'magpie-share-'));
  database = await openCopy();
  context = accountsContext(database.db, { DATA_DIR: dataDir });
  await publishedCatalogue(context, 3);
  const deals = await database.db.selectFrom('deals').select('thread_id').orderBy('thread_id').execute();
  ids = deals.map(({ thread_id: id }) => id);
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

const ask = (of: number | string, headers: Record<string, string> = {}, from = context) =>
  new Caller(from).call(share, { method: 'GET', address: `/share/${of}.png`, params: { threadId: String(of) }, headers });
/** The files of a deal's picture. */
const kept = async (id: number) => (await readdir(join(dataDir, 'pictures'))).filter((name) => name.startsWith(`${id}-`));

test('a picture is rendered once for everybody, kept over a restart, and known by its tag', async () => {
  const render = context.pictures.get.bind(context.pictures);
  let rendered = 0;
  const counting: Context = {
    ...context,
    pictures: { ...context.pictures, get: (subject, digest, make) => render(subject, digest, () => ((rendered += 1), make())) },
  };
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask(ids[1]!, {}, counting)));
  expect([...new Set(asked.map(({ status, headers }) => `${status} ${headers.get('content-type')}`))]).toEqual(['200 image/png']);
  expect(rendered).toBe(1);
  const etag = asked[0]!.headers.get('etag')!;
  expect(await kept(ids[1]!)).toEqual([`${ids[1]}-${etag.slice(1, -1)}.png`]);
  const restarted = accountsContext(database.db, { DATA_DIR: dataDir });
  const unable = {
    ...restarted.pictures,
    get: (subject: string, digest: string) => restarted.pictures.get(subject, digest, () => Promise.reject(new Error('rendered again'))),
  };
  expect((await ask(ids[1]!, {}, { ...restarted, pictures: unable })).status).toBe(200);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect((await ask(ids[1]!, { 'If-None-Match': known })).status, known).toBe(304);
  expect((await ask(ids[1]!, { 'If-None-Match': '"other"' })).status).toBe(200);
});

test('a picture follows what it shows, and goes with its deal', async () => {
  const before = await ask(ids[2]!);
  await database.db.updateTable('deals').set({ price_cents: 123 }).where('thread_id', '=', ids[2]!).execute();
  const after = await ask(ids[2]!, { 'If-None-Match': before.headers.get('etag')! });
  expect(after.status).toBe(200);
  await context.pictures.drop('none');
  expect(await kept(ids[2]!)).toEqual([`${ids[2]}-${after.headers.get('etag')!.slice(1, -1)}.png`]);
  await database.db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', ids[2]!).execute();
  expect((await ask(ids[2]!)).status).toBe(404);
  expect(await kept(ids[2]!)).toEqual([]);
});

test('a picture shows the photo of its deal, once that is stored', async () => {
  const shown = async () => readFile(join(dataDir, 'pictures', (await kept(ids[1]!))[0]!));
  const before = await ask(ids[1]!);
  const initial = await shown();
  const address = 'https://shop.example/lamp.png';
  const [digest, name] = ['c'.repeat(32), '64.webp'];
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: RED } })
    .webp()
    .toBuffer();
  await database.db.insertInto('picture_files').values({ digest, name, bytes }).execute();
  await database.db
    .insertInto('pictures')
    .values({ address, state: 'stored', digest, width: 64, height: 64, widths: [64] })
    .execute();
  await database.db.updateTable('deals').set({ image_url: address }).where('thread_id', '=', ids[1]!).execute();
  const after = await ask(ids[1]!, { 'If-None-Match': before.headers.get('etag')! });
  expect(after.status).toBe(200);
  expect(await colourAt(await shown(), 291, 315)).toEqual([255, 0, 0, 255]);
  expect(await colourAt(initial, 100, 120)).not.toEqual([255, 0, 0, 255]);
});

test.each([
  ['capital letters', 'WWWWW MMMMM WWWWWW WMWMWM MWMWM WWWW', 'Corner Shop'],
  ['one word', 'X'.repeat(200), 'Corner Shop'],
  ['a long name of a store', 'Lamp', 'The Most Wonderful Warehouse of Outdoor Furniture and More'],
])('text ends before the edge of the picture: %s', async (_kind, title, store) => {
  await database.db.updateTable('deals').set({ title }).where('thread_id', '=', ids[1]!).execute();
  await database.db.updateTable('stores').set({ name: store }).execute();
  await ask(ids[1]!);
  const png = join(dataDir, 'pictures', (await kept(ids[1]!))[0]!);
  const edge = await sharp(png).extract({ left: 1170, top: 20, width: 30, height: 610 }).removeAlpha().raw().toBuffer();
  expect(edge.every((value) => value === 255)).toBe(true);
});

test('a title from right to left begins at the right; pictograms are left out', async () => {
  const svg = async (title: string) => {
    await database.db.updateTable('deals').set({ title }).where('thread_id', '=', ids[1]!).execute();
    return sharePictureSvg({ siteName: 'Magpie', deal: (await cardOf(context, ids[1]))!, drawing: undefined });
  };
  expect(await svg('🔥 מנורה Lamp 20%!')).toMatch(/<text x="1160"[^>]* text-anchor="end">\u2067מנורה Lamp 20%!\u2069<\/text>/);
  expect(await svg('🔥 Lamp® מנורה 👩‍👩‍👧')).toMatch(/<text x="580"[^>]*>Lamp® מנורה<\/text>/);
});

test('the picture of a site whose name begins with a pictogram has its first letter, and the name without it', () => {
  const svg = sharePictureSvg({ siteName: '🦅 Hawk', deal: null, drawing: undefined });
  expect(svg).toMatch(/<text x="291"[^>]*>H<\/text>/);
  expect(svg).toMatch(/<text x="580"[^>]*>Hawk<\/text>/);
});

test('all pictures can be had as files, as their addresses answer them; those that are kept are not rendered again', async () => {
  const files = async (from: Context) => {
    const all = new Map<string, Uint8Array>();
    for await (const { file, png } of sharePictures(from, [...ids, 9_999_999])) all.set(file, png);
    return all;
  };
  const all = await files(context);
  expect([...all.keys()]).toEqual(['share/site.png', ...ids.map((id) => `share/${id}.png`)]);
  expect(Buffer.from(all.get(`share/${ids[1]}.png`)!)).toEqual(await readFile(join(dataDir, 'pictures', (await kept(ids[1]!))[0]!)));
  const unable = {
    ...context,
    pictures: {
      ...context.pictures,
      get: (subject: string, digest: string) => context.pictures.get(subject, digest, () => Promise.reject(new Error('rendered again'))),
    },
  };
  expect(await files(unable)).toEqual(all);
  const busy = { ...context, pictures: { ...context.pictures, get: () => Promise.resolve(undefined) } };
  await expect(files(busy)).rejects.toThrow('try again in a minute');
});

test('that of a merged deal is where the deal is', async () => {
  await ask(ids[0]!);
  await mergeDeals(context, String(ids[0]), String(ids[1]));
  const moved = await ask(ids[0]!);
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/share/${ids[1]}.png`]);
  expect(await kept(ids[0]!)).toEqual([]);
});

test('when too many wait, a picture is to be asked for again', async () => {
  const busy = { ...context, pictures: { ...context.pictures, get: () => Promise.resolve(undefined) } };
  const { status, answer, headers } = await ask('site', {}, busy);
  expect([status, answer, headers.get('retry-after')]).toEqual([503, { status: 'error', message: expect.any(String) as string }, '10']);
});

test('nothing else is the picture of a deal', async () => {
  for (const name of ['0', '01', '1e0', '+1', ' 1', 'other', '9'.repeat(30)]) expect((await ask(name)).status, name).toBe(404);
});

test('a price has the sign of the yen that the font has, also where the machine has no font for Japanese', async () => {
  const deal = { ...(await cardOf(context, ids[0]))!, finalPriceText: '￥1,299' };
  expect(sharePictureSvg({ siteName: 'Magpie', deal, drawing: undefined })).toContain('>¥1,299</text>');
});

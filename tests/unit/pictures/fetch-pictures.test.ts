import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeEach, expect, test, vi } from 'vitest';
import { fetchDue, fetchWanted, startPicturesJob } from '../../../src/features/pictures/fetch-pictures.server.ts';
import { retryFailed, claimDuePicture, storePicture } from '../../../src/features/pictures/due-pictures.server.ts';
import { encodePicture } from '../../../src/features/pictures/encode.server.ts';
import { noteAddresses } from '../../../src/features/pictures/note-pictures.server.ts';
import { sweepPictures } from '../../../src/features/pictures/sweep.server.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext, type Context } from '../../../src/server/context.ts';
import { deal, importRecords, NOW, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { redirect, useForeignServers, type ForeignServer } from '../../support/foreign-server.ts';
import { movingPicture, pixelBomb, twoColours } from '../../support/photos.ts';
import { watchWrites } from '../../support/watched-writes.ts';

const start = useForeignServers();
const MINUTE = 60_000;

eachDatabase('pictures', (open) => {
  let server: ForeignServer;
  let context: Context;
  let now: Date;
  let picture: Buffer;

  beforeEach(async () => {
    server = await start();
    now = NOW;
    const { db } = await open();
    context = makeContext({ config: readConfig({ FETCH_PRIVATE_HOSTS: server.host }), db, clock: () => now });
    picture = await twoColours().png().toBuffer();
  });

  const note = (...paths: string[]) =>
    noteAddresses(
      context.db,
      paths.map((path) => (path.startsWith('/') ? server.url + path : path)),
    );
  const fetchAll = () => fetchWanted(context, () => undefined);
  const states = async () => {
    const rows = await context.db.selectFrom('pictures').select(['address', 'state', 'error', 'attempts']).orderBy('address').execute();
    return rows.map(({ address, state, error, attempts }) => [address.replace(server.url, ''), state, error, attempts]);
  };

  test('are noted once, however often and by whomever they are named', async () => {
    expect(await note('/a', '/b', '/a')).toBe(2);
    expect(await note('/b', '/c')).toBe(1);
    // Longer than an entry of a tree may be.
    const long = `https://shop.example/${'ä'.repeat(2_000)}`;
    expect([await note(long), await note(long)]).toEqual([1, 0]);
    const hosts = await context.db.selectFrom('pictures').select('host').distinct().orderBy('host').execute();
    expect(hosts.map(({ host }) => host)).toEqual(['127.0.0.1', 'shop.example']);
  });

  test('are fetched and stored, the same one once', async () => {
    server.answers.set('/a', picture).set('/b', redirect('/a'));
    await note('/a', '/b');
    await fetchAll();
    expect(await states()).toEqual([
      ['/a', 'stored', null, 1],
      ['/b', 'stored', null, 1],
    ]);
    const made = await encodePicture(picture);
    const files = await context.db.selectFrom('picture_files').selectAll().orderBy('name').execute();
    expect(files).toEqual('files' in made && [...made.files].map(([name, bytes]) => ({ digest: made.digest, name, bytes })));
    await fetchAll();
    expect(server.asked).toHaveLength(3);
  });

  test('that are none are given up at once, each with its reason', async () => {
    const wrong: [path: string, answer: Buffer | string | number, reason: string][] = [
      ['/404', 404, 'is answered with 404'],
      ['/410', 410, 'is answered with 410'],
      ['/204', 204, 'is answered with 204'],
      ['/a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>', 'is an SVG drawing, which may hold scripts'],
      ['/a.jpg', '<!doctype html><title>Please log in</title>', 'is a web page and no picture'],
      ['/a.pdf', '%PDF-1.7', 'is no JPEG, PNG, WebP, GIF or AVIF'],
      ['/cut', picture.subarray(0, picture.length >> 1), 'is damaged or cut off'],
      ['/bomb', pixelBomb(30_000), 'has more than 50 megapixels'],
      ['/huge', Buffer.alloc(10 * 1024 * 1024 + 1), 'is larger than 10 MiB'],
    ];
    for (const [path, answer] of wrong) server.answers.set(path, answer);
    await note(...wrong.map(([path]) => path));
    await fetchAll();
    expect(await states()).toEqual(wrong.map(([path, , reason]) => [path, 'failed', reason, 1]).toSorted());
    now = new Date(now.getTime() + 24 * 60 * MINUTE);
    await fetchAll();
    expect(server.asked).toHaveLength(wrong.length);
  });

  test('that a busy server is not done with in time are tried again', async () => {
    server.answers.set('/a', picture);
    await note('/a');
    const encoding = vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('timeout: 12% complete'));
    await fetchAll();
    encoding.mockRestore();
    expect(await states()).toEqual([['/a', 'wanted', 'takes too long to make copies of', 1]]);
    await fetchAll();
    expect(await states()).toEqual([['/a', 'stored', null, 2]]);
  });

  test('in a private network are not asked for, nor led to', async () => {
    const inner = await start();
    server.answers.set('/in', redirect(`${inner.url}/secret`)).set('/meta', redirect('http://169.254.169.254/latest/meta-data/'));
    await note('/in', '/meta', `${inner.url}/a`, 'http://[::1]/a', 'https://localhost/a');
    await fetchAll();
    expect((await states()).map(([, state, why]) => [state, why])).toEqual(Array(5).fill(['failed', 'leads into a private network']));
    expect(inner.asked).toEqual([]);
  });

  test('that fail for a while are tried again, later each time, and given up after six tries', async () => {
    server.answers.set('/a', [500, 503, 429, picture]).set('/b', 500);
    await note('/a', '/b');
    const { db } = context;
    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      await fetchDue(context, new AbortController().signal);
      const [row] = await db.selectFrom('pictures').select('due_at').where('address', '=', `${server.url}/b`).execute();
      waits.push((row!.due_at.getTime() - now.getTime()) / MINUTE);
      now = row!.due_at;
    }
    expect(waits).toEqual([1, 4, 16, 64, 256, 1_024]);
    expect(await states()).toEqual([
      ['/a', 'stored', null, 4],
      ['/b', 'failed', 'is answered with 500', 6],
    ]);

    server.answers.set('/b', picture);
    expect(await retryFailed(db)).toBe(1);
    await fetchAll();
    expect((await states())[1]).toEqual(['/b', 'stored', null, 1]);
  }, 60_000);

  test('are fetched by the job of a running site, which gives back what it cannot end', async () => {
    server.answers.set('/a', picture);
    server.answers.set('/slow', () => undefined);
    await note('/a', '/slow');
    const end = startPicturesJob(context, (error) => expect.fail(String(error)));
    await expect.poll(async () => (await states())[0]?.[1], { timeout: 10_000 }).toBe('stored');
    await expect.poll(() => server.asked.includes('/slow')).toBe(true);
    await end();
    expect((await states())[1]).toEqual(['/slow', 'wanted', null, 0]);
    expect(await claimDuePicture(context.db, now)).toMatchObject({ address: `${server.url}/slow` });
  });

  test('are looked for without a transaction once all are settled', async () => {
    server.answers.set('/a', picture);
    await note('/a');
    await fetchAll();
    const begun = vi.spyOn(context.db, 'transaction');
    expect(await claimDuePicture(context.db, now)).toBeUndefined();
    expect(begun).not.toHaveBeenCalled();
    begun.mockRestore();
  });

  test('that move or were turned are stored as they are to be seen', async () => {
    server.answers
      .set('/moving', await movingPicture())
      .set('/turned', await twoColours().withMetadata({ orientation: 6 }).jpeg().toBuffer());
    await note('/moving', '/turned');
    await fetchAll();
    const rows = await context.db.selectFrom('pictures').select(['width', 'height', 'widths']).orderBy('id').execute();
    expect(rows).toEqual([
      { width: 40, height: 40, widths: [40] },
      { width: 40, height: 80, widths: [40] },
    ]);
  });

  test('are asked for two at a time of a host, though several servers share the database, and each once', async () => {
    let under = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    for (let index = 0; index < 6; index++)
      server.answers.set(`/${index}`, (_request, response) => {
        most = Math.max(most, ++under);
        const send = () => {
          under--;
          response.end(picture);
        };
        // The first ones are held until as many are asked for as will be.
        if (index < 2) waiting.push(send);
        else send();
        if (waiting.length === 2) waiting.splice(0).forEach((answer) => answer());
      });
    await note(...Array.from({ length: 6 }, (_, index) => `/${index}`));
    const other = makeContext({ config: context.config, db: context.db, clock: () => now });
    await Promise.all([fetchAll(), fetchWanted(other, () => undefined)]);
    expect(most).toBe(2);
    expect(server.asked.toSorted()).toEqual(['/0', '/1', '/2', '/3', '/4', '/5']);
  });

  test('of other hosts are taken while a host is slow, and what a killed server took is due again', async () => {
    await note('/1', '/2', '/3', 'https://other.example/1');
    const take = async () => (await claimDuePicture(context.db, now))?.address.replace(server.url, '');
    expect([await take(), await take(), await take(), await take()]).toEqual(['/1', '/2', 'https://other.example/1', undefined]);
    now = new Date(now.getTime() + 2 * MINUTE);
    expect([await take(), await take(), await take(), await take()]).toEqual(['/3', '/1', 'https://other.example/1', undefined]);
    // One of them may be what kills the servers.
    for (let tries = 0; tries < 12; tries++) {
      now = new Date(now.getTime() + 2 * MINUTE);
      while ((await take()) !== undefined);
    }
    now = new Date(now.getTime() + 2 * MINUTE);
    expect(await take()).toBeUndefined();
    expect(new Set((await states()).map(([, state, why]) => `${state} ${why}`))).toEqual(new Set(['failed was never done with']));
  });

  test('that somebody else took meanwhile are left to them', async () => {
    await note('/a');
    const made = await encodePicture(picture);
    const first = (await claimDuePicture(context.db, now))!;
    now = new Date(now.getTime() + 2 * MINUTE);
    await claimDuePicture(context.db, now);
    if ('files' in made) await storePicture(context.db, first, made, now);
    expect(await states()).toEqual([['/a', 'wanted', null, 2]]);
  });

  test('are kept while something uses them, and for 30 days after', async () => {
    const { db } = context;
    for (const path of ['/deal', '/gone', '/shell'])
      server.answers.set(
        path,
        await sharp(picture)
          .resize(80 + path.charCodeAt(1))
          .png()
          .toBuffer(),
      );
    await importRecords(context, [...surroundings(), deal({ image: `${server.url}/deal` })]);
    await note('/shell', '/gone');
    await fetchAll();
    const kept = async () => {
      await sweepPictures(context, [`${server.url}/shell`]);
      const files = await db.selectFrom('picture_files').select('digest').distinct().execute();
      return [(await states()).map(([address]) => address), files.length];
    };
    const all = [['/deal', '/gone', '/shell'], 3];
    expect(await kept()).toEqual(all);
    now = new Date(now.getTime() + 29 * 24 * 60 * MINUTE);
    expect(await kept()).toEqual(all);
    // Used again in between, and not any more: the days begin anew.
    await sql`update deals set image_url = ${`${server.url}/gone`}`.execute(db);
    await kept();
    await sql`update deals set image_url = ${`${server.url}/deal`}`.execute(db);
    await kept();
    now = new Date(now.getTime() + 29 * 24 * 60 * MINUTE);
    expect(await kept()).toEqual(all);
    now = new Date(now.getTime() + 2 * 24 * 60 * MINUTE);
    expect(await kept()).toEqual([['/deal', '/shell'], 2]);
  });

  test('are swept however many nothing uses', async () => {
    const { db } = context;
    await note('/a', '/b', '/c');
    const files = ['/a', '/b', '/c'].map((digest) => ({ digest, name: '80.webp', bytes: Buffer.from('') }));
    await db.insertInto('picture_files').values(files).execute();
    const { watched, largest } = watchWrites(context);
    await sweepPictures(watched, [], 2);
    now = new Date(now.getTime() + 31 * 24 * 60 * MINUTE);
    await sweepPictures(watched, [], 2);
    expect([await states(), await db.selectFrom('picture_files').select('digest').execute(), largest()]).toEqual([[], [], 2]);
  });
});

import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { encodePicture } from '../../../src/features/pictures/encode.server.ts';
import { fetchWanted } from '../../../src/features/pictures/fetch-pictures.server.ts';
import { sweepPictures } from '../../../src/features/pictures/sweep.server.ts';
import { saveShell } from '../../../src/features/shell/shell-settings.server.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext, type Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { useForeignServers, type ForeignServer } from '../../support/foreign-server.ts';
import { twoColours } from '../../support/photos.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing, type TestRelease } from '../../support/publishing.ts';

const publishing = usePublishing();
const start = useForeignServers();

const IMMUTABLE = 'public, max-age=31536000, immutable';
const DAY = 24 * 3_600_000;

/** Deals: few where their number says nothing, and enough for feeds of several pages. */
const [FEW, MANY] = [12, 60];

onDatabase('pictures of other servers', (open) => {
  let server: ForeignServer;
  let context: Context;
  let release: TestRelease;

  beforeEach(async () => {
    server = await start();
    server.answers.set('/lamp.png', await twoColours(600, 300).png().toBuffer());
    const { db } = await open();
    const { clock } = frozenContext(db);
    context = makeContext({ config: readConfig({ SITE_URL: 'http://localhost:4321', FETCH_PRIVATE_HOSTS: server.host }), db, clock });
  });

  /** Gives deals pictures, as an import does. */
  const give = async (titles: string[], path: string) => {
    await sql`update deals set image_url = ${server.url + path} where title = any(${titles}::text[])`.execute(context.db);
    await sql`insert into pictures (address) values (${server.url + path}) on conflict do nothing`.execute(context.db);
  };
  const fetchAll = () => fetchWanted(context, () => undefined);
  const text = (address: string) => answerOf(release, address)?.toString() ?? '';
  const pathOf = (title: string) =>
    [...release.shown.keys()].find((address) => text(address).includes(`<h1 class="deal__title" dir="auto">${title}<`)) ?? 'none';
  const modified = () => new Map([...release.shown].map(([address, { digest }]) => [address, digest]));
  /** Published addresses of pages, payloads and all else that name another server's picture. */
  const foreign = () =>
    [...release.shown.keys()].filter((address) => !/\.(?:avif|webp)$/.test(address) && text(address).includes(server.url));

  test('are shown once they are stored, on exactly the pages that show their deals, and as a rebuild shows them', async () => {
    await publishedCatalogue(context, MANY);
    await give(['Deal number 7'], '/lamp.png');
    await give(['Deal number 8'], '/missing.png');
    release = await publishing.open(context);
    await release.settle();
    expect(foreign()).toEqual([]);
    const before = modified();

    await fetchAll();
    await release.settle();
    const made = await encodePicture(await twoColours(600, 300).png().toBuffer());
    if ('fault' in made) throw new Error(made.fault);
    const path = `/photos/${made.digest}`;
    for (const [name, bytes] of made.files) {
      expect(answerOf(release, `${path}-${name}`)).toEqual(bytes);
      const type = name.endsWith('avif') ? 'image/avif' : 'image/webp';
      expect(release.shown.get(`${path}-${name}`)).toMatchObject({ type, cacheControl: IMMUTABLE });
    }

    const renewed = [...modified()].filter(([address, digest]) => before.get(address) !== digest && !address.startsWith('/photos/'));
    const showing = [...release.shown.keys()].filter((address) => !address.startsWith('/photos/') && text(address).includes(path));
    expect(renewed.map(([address]) => address).toSorted()).toEqual(showing.toSorted());
    const deal = pathOf('Deal number 7');
    expect(showing).toEqual(expect.arrayContaining([deal, `${deal}/_payload.json`]));
    expect(foreign()).toEqual([]);
    expect(release.failures).toEqual([]);

    const page = text(deal);
    expect(page).toContain(
      `<source type="image/avif" srcset="${path}-240.avif 240w, ${path}-480.avif 480w, ${path}-600.avif 600w" sizes="`,
    );
    expect(page).toMatch(
      new RegExp(`<img src="${path}-600.webp" srcset="[^"]+" sizes="[^"]+" alt="" width="600" height="300" loading="eager"`),
    );
    expect(page).toContain(`"http://localhost:4321${path}-600.webp"`);
    const photo = { path, widths: [240, 480, 600], width: 600, height: 300 };
    expect(JSON.parse(text(`${deal}/_payload.json`))).toMatchObject({
      pageData: { deal: { picture: { kind: null, url: `${path}-600.webp`, photo } } },
    });
    expect(text(pathOf('Deal number 8'))).not.toMatch(/class="picture picture--photo"[^]*?<img[^]*?<h1/);

    const anew = await publishing.open(context);
    await anew.settle();
    expect(differing(release, anew)).toEqual([]);
  });

  test('leave with the last deal that had them, when nothing has used them for a month', async () => {
    await publishedCatalogue(context, FEW);
    await give(['Deal number 7'], '/lamp.png');
    await fetchAll();
    release = await publishing.open(context);
    await release.settle();
    const photos = () => [...release.shown.keys()].filter((address) => address.startsWith('/photos/'));
    expect(photos()).toHaveLength(6);

    await sql`update deals set image_url = null`.execute(context.db);
    await sweepPictures(context, []);
    await release.settle();
    expect(text(pathOf('Deal number 7'))).not.toContain('picture--photo');
    expect(photos()).toHaveLength(6);
    await sweepPictures({ ...context, clock: () => new Date(context.clock().getTime() + 31 * DAY) }, []);
    await release.settle();
    expect(photos()).toEqual([]);
  });

  test('of so many deals that everything may show them are shown all the same', async () => {
    await publishedCatalogue(context, MANY);
    await sql`update deals set image_url = ${`${server.url}/lamp.png`}`.execute(context.db);
    await sql`insert into pictures (address) values (${`${server.url}/lamp.png`})`.execute(context.db);
    release = await publishing.open(context);
    await release.settle();
    await fetchAll();
    await release.settle();
    expect(text('/all').match(/class="picture picture--photo"/g)?.length).toBeGreaterThan(20);
    const anew = await publishing.open(context);
    await anew.settle();
    expect(differing(release, anew)).toEqual([]);
  });

  test('of the header and the footer take the place of what stands for them', async () => {
    await publishedCatalogue(context, FEW);
    const logo = `${server.url}/lamp.png`;
    const shell = {
      header: { logo: { imageUrl: logo, alt: 'Deals of ours' }, iconButtons: [{ title: 'Mine', href: '/a', icon: 'bell', avatar: logo }] },
      footer: { appLinks: [{ type: 'android', title: 'On Android', url: 'https://apps.example', src: logo, srcSet: `${logo} 2x` }] },
    };
    await saveShell(context, JSON.stringify(shell), { dryRun: false });
    release = await publishing.open(context);
    await release.settle();
    expect(text('/about')).not.toMatch(/Deals of ours|On Android/);
    expect(foreign()).toEqual([]);

    await fetchAll();
    await release.settle();
    expect(text('/about')).toMatch(/<img class="header__logo-image" src="\/photos\/[0-9a-f]{32}-600\.webp" alt="Deals of ours"/);
    expect(text('/about').match(/src="\/photos\//g)).toHaveLength(3);
    expect(foreign()).toEqual([]);
  });
});

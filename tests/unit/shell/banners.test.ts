import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeAbTests } from '../../../src/features/ab-tests/ab-tests.server.ts';
import { assignVariant } from '../../../src/features/ab-tests/assign-variant.ts';
import { bannerFor } from '../../../src/features/shell/banners.server.ts';
import { saveShell } from '../../../src/features/shell/shell-settings.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { contextOf, importRecords, store } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const MEGA = { type: 'megaBanner', heading: 'Monitors', url: '/category/monitors', image1x: '/monitors.png' };
const BAR = { type: 'announcementBar', heading: 'Sale', ctaText: 'See it', linkUrl: 'https://store.example/' };
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const PIXEL = 'https://pixel.example/p.gif';

onDatabase('the banner of a page', (open) => {
  let context: Context;
  let now: Date;
  beforeEach(async () => {
    const given = contextOf(await open());
    now = new Date('2026-11-22T12:00:00Z');
    context = { ...given, clock: () => now, config: { ...given.config, bannerPixels: new Map([['agency', PIXEL]]) } };
  });

  const save = (...banners: object[]) => saveShell(context, JSON.stringify({ header: {}, footer: {}, banners }), { dryRun: false });
  const shown = (url: string, headers: Record<string, string> = {}) =>
    bannerFor(context, new URLSearchParams({ section: url === '/' ? 'frontpage' : 'site', url }), new Headers(headers));
  const heading = async (url: string) => (await shown(url))?.banner.heading;

  test('is the first that is for its section and path', async () => {
    await save(
      { ...BAR, heading: 'Home', section: 'frontpage' },
      { ...BAR, heading: 'Audio', paths: ['/category/audio', '/brand/akg'] },
      MEGA,
    );
    expect([await heading('/'), await heading('/category/audio'), await heading('/brand/akg'), await heading('/popular')]).toEqual([
      'Home',
      'Audio',
      'Audio',
      'Monitors',
    ]);
  });

  test('is none where none is for it', async () => {
    expect(await shown('/')).toBeUndefined();
    await save({ ...BAR, section: 'frontpage' });
    expect(await shown('/popular')).toBeUndefined();
  });

  test('shows the site’s own copy of a picture of another server; a mega banner waits for it', async () => {
    const [big, small] = ['https://ads.example/big.png', 'http://ads.example/small.png'];
    await save({ ...MEGA, image1x: big }, { ...BAR, imageUrl: small });
    const noted = await context.db.selectFrom('pictures').select(['id', 'address']).orderBy('address').execute();
    expect(noted.map(({ address }) => address)).toEqual([small, big]);
    expect(await shown('/')).toMatchObject({ banner: { type: 'announcementBar' } });
    expect((await shown('/'))?.banner).not.toHaveProperty('imageUrl');
    await context.db
      .updateTable('pictures')
      .set({ state: 'stored', digest: 'd'.repeat(32), width: 933, height: 150, widths: [240, 480, 933] })
      .execute();
    const own = `/photos/${'d'.repeat(32)}-933.webp`;
    await expect.poll(async () => (await shown('/'))?.banner).toMatchObject({ type: 'megaBanner', image1x: own });
    await save({ ...BAR, imageUrl: small, sponsorLogoUrl: big });
    await expect.poll(async () => (await shown('/'))?.banner).toMatchObject({ imageUrl: own, sponsorLogoUrl: own });
  });

  test('begins and ends by its dates', async () => {
    await save({ ...BAR, startsAt: '2026-11-22T12:00:01Z', endsAt: '2026-11-22T13:00:00Z' });
    expect(await shown('/')).toBeUndefined();
    now = new Date('2026-11-22T12:00:01Z');
    expect(await heading('/')).toBe('Sale');
    now = new Date('2026-11-22T13:00:00Z');
    expect(await shown('/')).toBeUndefined();
  });

  test('begins with the first moment of a day in the site’s zone, and ends with the last', async () => {
    context = { ...context, config: { ...context.config, region: { ...context.config.region, timeZone: 'Europe/Berlin' } } };
    await save({ ...BAR, startsAt: '2026-11-23', endsAt: '2026-11-23' });
    const on = async (moment: string) => {
      now = new Date(moment);
      return (await shown('/')) !== undefined;
    };
    expect(await on('2026-11-23T00:30:00+01:00')).toBe(true);
    expect(await on('2026-11-23T23:59:00+01:00')).toBe(true);
    expect(await on('2026-11-22T23:59:00+01:00')).toBe(false);
    expect(await on('2026-11-24T00:00:00+01:00')).toBe(false);
  });

  test('is another one within a second of an edit, and no page is published for it', async () => {
    await save(BAR);
    expect(await heading('/')).toBe('Sale');
    const changes = async () => (await sql<{ all: number }>`select count(*)::int as all from changes`.execute(context.db)).rows[0]!.all;
    const before = await changes();
    expect(await save({ ...BAR, heading: 'Last day' })).toMatchObject({ changed: false });
    // A second later, and it stays that late.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    onTestFinished(() => clock.mockRestore());
    await expect.poll(() => heading('/')).toBe('Last day');
    expect(await changes()).toBe(before);
  });

  test('names the store that pays for it, unless editors hide that', async () => {
    await importRecords(context, [store({ slug: 'northgable', name: 'Northgable' })]);
    const sponsor = async (banner: object) => {
      await save(banner);
      await expect.poll(() => heading('/')).toBe((banner as typeof BAR).heading);
      return (await shown('/'))!.sponsor;
    };
    expect(await sponsor({ ...BAR, heading: '1', sponsoredStoreId: 'northgable' })).toBe('Northgable');
    expect(await sponsor({ ...BAR, heading: '2', sponsoredStoreId: 'northgable', hideSponsor: true })).toBeNull();
    expect(await sponsor({ ...BAR, heading: '3', sponsoredStoreId: 'gone' })).toBeNull();
  });

  test('is saved with a word on a store that is not there, and on when it starts', async () => {
    await save();
    const saved = async (...banners: object[]) => (await save(...banners)).messages.slice(1);
    expect(await saved({ ...BAR, sponsoredStoreId: 'nowhere' })).toEqual([
      expect.stringMatching(/^Warning: banners\[0\]\.sponsoredStoreId: no store has "nowhere"/),
      'The banners are saved, and on all pages now.',
    ]);
    const later = { ...BAR, heading: 'Later', startsAt: '2100-01-01' };
    expect(await saved(later)).toEqual([expect.stringMatching(/^The banners are saved\. "Later" starts 2100-01-01 00:00 \S+\.$/)]);
    expect(await saved(later, BAR)).toEqual([expect.stringMatching(/"Later" starts 2100.*; the others are on all pages now\.$/)]);
  });

  test('is collapsed for who has collapsed it', async () => {
    await save({ ...MEGA, cookieName: 'friday' });
    expect((await shown('/', { cookie: 'a=1; sd_p=x=1&friday=collapsed' }))!.collapsed).toBe(true);
    expect((await shown('/', { cookie: 'sd_p=friday=' }))!.collapsed).toBe(false);
    expect((await shown('/', { cookie: 'sd_s=friday=collapsed' }))!.collapsed).toBe(false);
  });

  test('comes collapsed where the page keeps room for another one that is collapsed, and as it is once there is room', async () => {
    const reserving = (bannerReservation: string, ...banners: object[]) =>
      saveShell(context, JSON.stringify({ header: { bannerReservation }, footer: {}, banners }), { dryRun: false });
    const cookie = 'sd_p=friday=collapsed&banner-room=small';
    await reserving('reserveMegabanner', { ...MEGA, cookieName: 'friday', paths: ['/popular'] }, { ...MEGA, cookieName: 'monday' });
    expect(await shown('/popular', { cookie })).toMatchObject({ collapsed: true, hasNoRoom: false });
    expect(await shown('/', { cookie })).toMatchObject({ collapsed: true, hasNoRoom: true });
    for (const roomy of ['sd_p=friday=collapsed', 'sd_p=friday=collapsed&banner-room=', ''])
      expect(await shown('/', { cookie: roomy })).toMatchObject({ collapsed: false, hasNoRoom: false });
    // Where no room is kept there is nothing to go by.
    await reserving('none', { ...MEGA, heading: 'Roomless', cookieName: 'monday' });
    await expect.poll(() => heading('/')).toBe('Roomless');
    expect(await shown('/', { cookie })).toMatchObject({ collapsed: false, hasNoRoom: false });
  });

  test('is for guests or members, kinds of device, and an experience where it says so', async () => {
    const switcher = { displaySwitcher: false, currentExperience: 'Redesign' };
    const banners = [
      { ...BAR, heading: 'Old', experience: 'Classic' },
      { ...BAR, heading: 'Welcome back', visitors: 'members' },
      { ...BAR, heading: 'On the go', devices: ['mobile', 'tablet'], experience: 'Redesign' },
      { ...BAR, heading: 'Join us', visitors: 'guests' },
    ];
    await saveShell(context, JSON.stringify({ header: {}, footer: { experienceSwitcher: switcher }, banners }), { dryRun: false });
    const headingFor = async (headers: Record<string, string>) => (await shown('/', headers))?.banner.heading;
    expect(await headingFor({})).toBe('Join us');
    expect(await headingFor({ 'user-agent': PHONE })).toBe('On the go');
    expect(await headingFor({ cookie: 'signed-in=1', 'user-agent': PHONE })).toBe('Welcome back');
    expect(await headingFor({ cookie: 'signed-in=0' })).toBe('Join us');
  });

  test('may be a variant of an A/B test, for visitors who have that variant and may be counted', async () => {
    const variants = ['Control', 'Red'].map((name) => ({ name, weight: 1 }));
    await writeAbTests(context.db, [{ name: 'sale', variants }]);
    await save({ ...BAR, heading: 'Red', variant: 'sale:Red' }, { ...BAR, heading: 'Usual' });
    for (let number = 0; number < 20; number++) {
      const expected = assignVariant(`visitor-${number}`, 'sale', variants) === 'Red' ? 'Red' : 'Usual';
      const cookie = `sd_p=vid=visitor-${number}`;
      expect((await shown('/', { cookie }))?.banner.heading).toBe(expected);
      expect((await shown('/', { cookie, 'sec-gpc': '1' }))?.banner.heading).toBe('Usual');
    }
    expect(await heading('/')).toBe('Usual');
  });

  test('is counted by a third party only where the operator allows that one, and the visitor’s browser does not object', async () => {
    await save({ ...BAR, thirdPartyPixelName: 'agency' });
    expect((await shown('/'))!.pixel).toBe(PIXEL);
    expect((await shown('/', { 'sec-gpc': '1' }))!.pixel).toBeNull();
    expect((await shown('/', { dnt: '1' }))!.pixel).toBeNull();
    expect((await shown('/', { cookie: 'sd_p=tracking=no' }))!.pixel).toBeNull();
    // Where the site asks, only who said yes.
    context.config.tracking = 'ask';
    expect((await shown('/'))!.pixel).toBeNull();
    expect((await shown('/', { cookie: 'sd_p=tracking=yes' }))!.pixel).toBe(PIXEL);
    context.config.tracking = 'on';
    await save({ ...BAR, heading: 'Other', thirdPartyPixelName: 'stranger' });
    await expect.poll(() => heading('/')).toBe('Other');
    expect((await shown('/'))!.pixel).toBeNull();
  });

  test.each<[object, string]>([
    [{ ...MEGA, image1x: 'data:image/png;base64,' }, 'banners[0].image1x must be a path'],
    [{ ...MEGA, cookieName: 'a=b' }, 'banners[0].cookieName must be letters'],
    [{ ...BAR, startsAt: 'tomorrow' }, 'banners[0].startsAt must be a date'],
    [{ ...BAR, startsAt: '2026-12-02', endsAt: '2026-12-01' }, 'banners[0].endsAt must be after startsAt: the banner would never show'],
    [{ ...BAR, section: ['frontpage', 'site'] }, 'banners[0].section must be "frontpage" or "site", or left out for both'],
    [{ ...BAR, devices: [] }, 'banners[0].devices must not be empty'],
    [{ ...BAR, devices: ['watch'] }, 'banners[0].devices[0] must be "mobile"'],
    [{ ...BAR, variant: 'sale' }, 'banners[0].variant must be a test and a variant of it'],
    [{ ...BAR, type: 'popup' }, 'must be "announcementBar" or "megaBanner"'],
    [{ ...BAR, url: '/x' }, 'banners[0] has "url", which is not known'],
  ])('is refused when it cannot be shown: %j', async (banner, problem) => {
    await expect(save(banner)).rejects.toThrow(problem);
  });
});

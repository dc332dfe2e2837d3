import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { downloadData } from '../../../src/features/accounts/settings/download.server.ts';
import { loadOwnPosts, ownPostsActions } from '../../../src/features/posting/own-posts.server.ts';
import { postForm } from '../../../src/features/posting/post.server.ts';
import { clearOldSubmissions, submissionData } from '../../../src/features/posting/submissions.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, DAY, newMember, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { establishedMember, newModerator } from '../../support/moderation.ts';
import { catalogueToPostIn, LAMP, pageOf, post, postedDeals, submissionsOf } from '../../support/posting.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { watchWrites } from '../../support/watched-writes.ts';
import { required } from '../../../src/lib/required.ts';

onDatabase('a posted deal', (open) => {
  test('of a member whose account is a day old shows at once, under their name', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    const answer = await post(ada, {
      ...LAMP,
      listPrice: '40',
      couponCode: 'LAMP5',
      description: 'Warm **light**, see https://lamps.example/',
    });
    const [deal] = await postedDeals(context);
    expect(answer).toEqual({ path: `/f/${deal?.thread_id}-brass-reading-lamp` });
    expect(deal).toMatchObject({
      ...{ title: LAMP.title, url: LAMP.url, price_cents: 2_499, list_price_cents: 4_000, coupon_code: 'LAMP5', currency: 'USD' },
      ...{ status: 'live', posted_by: ada.userId, votes_up: 0, votes_down: 0, posted_at: context.clock() },
    });
    const found = await loadPage(context, (answer as { path: string }).path, new URLSearchParams());
    if (found.status !== 200 || found.page.pageData.type !== 'deal') throw new Error(`the deal has no page: ${found.status}`);
    const { deal: card, descriptionHtml, postedBy } = found.page.pageData;
    expect(card).toMatchObject({ store: { slug: 'north-mart' }, category: { slug: 'desk-lamps' } });
    expect(postedBy).toBe(ada.username);
    expect(descriptionHtml).toBe(
      '<p>Warm <strong>light</strong>, see <a href="https://lamps.example/" rel="ugc nofollow">https://lamps.example/</a></p>',
    );
  });

  test('says what was typed, although an import would repair it', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    const typed = { title: 'Reading lamp, R&amp;D, of donâ€™t', url: 'https://north-mart.example/lamp?a=1&amp;b=2' };
    await post(ada, { ...LAMP, ...typed });
    expect(await postedDeals(context)).toMatchObject([typed]);
  });

  test('of a new member waits, and nothing of it shows; of a moderator it never does', async () => {
    const context = await catalogueToPostIn(open);
    const bob = await verifiedMember(context);
    expect(await post(bob, LAMP)).toEqual({ waiting: true });
    expect(await postedDeals(context)).toEqual([]);
    expect(await submissionsOf(context)).toMatchObject([{ user_id: bob.userId, status: 'waiting', thread_id: null }]);
    expect(await post(await newModerator(context), LAMP)).toMatchObject({ path: expect.stringContaining('/f/') as unknown });
  });

  test('at a store that is not known waits, too', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    expect(await post(ada, { ...LAMP, url: 'https://new-shop.example/lamp' })).toEqual({ waiting: true });
    expect(await context.db.selectFrom('stores').select('slug').where('host', '=', 'new-shop.example').execute()).toEqual([]);
  });

  test('at an address that is not of the store that was named waits, too', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    const shows = async (url: string, store: string) => {
      const answer = (await post(await establishedMember(context), { ...LAMP, url, store })) as object;
      return 'path' in answer ? 'shows' : answer;
    };
    const waits = { waiting: true };
    // Another host, that of another store, and one that ends alike; affiliates' are no store's.
    expect(await shows('https://n0rth-mart.example/lamp', 'north-mart')).toEqual(waits);
    expect(await shows('https://glasswater.example/lamp', 'North-Mart')).toEqual(waits);
    expect(await shows('https://my-north-mart.example/lamp', 'north-mart.example')).toEqual(waits);
    expect(await shows('https://affiliates.example/to?shop=north-mart.example', 'north-mart')).toEqual(waits);
    for (const store of ['', 'North-Mart', 'north-mart', 'www.north-mart.example'])
      for (const host of ['north-mart.example', 'www.north-mart.example', 'sale.north-mart.example'])
        expect(await shows(`https://${host}/lamp`, store), `${store} at ${host}`).toBe('shows');
    await post(ada, { ...LAMP, url: 'https://n0rth-mart.example/lamp', store: 'north-mart' }, 'preview');
    expect(await pageOf(context, ada.browser, 'preview=1')).toMatchObject({ preview: { otherStore: 'north-mart', newStore: undefined } });
    const waiting = await submissionsOf(context);
    expect(waiting.filter(({ status }) => status === 'waiting')).toHaveLength(4);
  });

  test('at one of two stores of one name is at that of its address', async () => {
    const context = await catalogueToPostIn(open);
    const twin = { slug: 'north-mart-de', name: 'north-mart', host: 'north-mart.de', url: 'https://north-mart.de/', description: '' };
    await context.db.insertInto('stores').values(twin).execute();
    const ada = await establishedMember(context);
    expect(await post(ada, { ...LAMP, url: 'https://north-mart.de/lamp', store: 'north-mart' })).toMatchObject({
      path: expect.any(String) as unknown,
    });
    const stores = context.db.selectFrom('deals as d').innerJoin('stores as s', 's.id', 'd.store_id').select('s.slug');
    expect(await stores.where('d.source', '=', 'site').execute()).toEqual([{ slug: twin.slug }]);
  });

  test('is one, however often its form is sent, also twice at once', async () => {
    const context = await catalogueToPostIn(open);
    const [ada, bob] = [await establishedMember(context), await verifiedMember(context)];
    for (const member of [ada, bob]) {
      const once = await Promise.all([post(member, { ...LAMP, key: 'one' }), post(member, { ...LAMP, key: 'one' })]);
      expect(once[0]).toEqual(once[1]);
      expect(await post(member, { ...LAMP, key: 'one' })).toEqual(once[0]);
    }
    expect(await postedDeals(context)).toHaveLength(1);
    expect(await submissionsOf(context)).toHaveLength(2);
    expect(await post(ada, { ...LAMP, key: 'one', title: 'Another lamp' })).toEqual({
      error: 'This form was sent before. Load the page again to post another deal.',
    });
    expect(await post(ada, { ...LAMP, key: 'k'.repeat(100) })).toMatchObject({ path: expect.any(String) as unknown });
    const tooLong = { status: 'error', message: 'key must have at most 100 characters.' };
    for (const action of ['submit', 'preview'])
      expect(await post(ada, { ...LAMP, key: randomBytes(5_000).toString('hex') }, action)).toEqual(tooLong);
  });

  test('is refused by the rules of imports, in words that name the field', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    const wrong: [Record<string, string>, string, RegExp][] = [
      [{ url: '' }, 'url', /^Please give the address of the deal/],
      [{ url: 'north-mart.example/lamp' }, 'url', /^Address of the deal must be an address that begins with https?:/],
      [{ url: 'http://localhost/lamp' }, 'url', /^This is no address of a shop/],
      [{ title: '' }, 'title', /^Please give the deal a title/],
      [{ title: 'x' }, 'title', /^Title must have at least 3 characters\.$/],
      [{ price: '' }, 'price', /^Please give the price/],
      [{ price: 'cheap' }, 'price', /^Price /],
      [{ price: '99999999999999' }, 'price', /^Price is too large: the largest amount is 21474836\.47\.$/],
      [{ listPrice: '20' }, 'listPrice', /^List price must be more than the price, which is 24\.99, or left out\.$/],
      [{ listPrice: '€40' }, 'listPrice', /^List price /],
      [{ category: '' }, 'category', /^Please choose a category/],
      [{ category: 'nowhere' }, 'category', /^Please choose a category from the list/],
      [{ condition: 'broken' }, 'condition', /^Condition must be one of/],
      [{ startsAt: '2026-12-02T10:00', expiresAt: '2026-12-01T10:00' }, 'expiresAt', /^Ends must be after the start/],
      [{ expiresAt: '2026-01-01T10:00' }, 'expiresAt', /^It has ended already/],
      [{ image: 'picture' }, 'image', /^Address of a picture must be/],
    ];
    for (const [changed, field, message] of wrong)
      expect(await post(ada, { ...LAMP, ...changed }), JSON.stringify(changed)).toEqual({
        field,
        message: expect.stringMatching(message) as unknown,
      });
    expect(await postedDeals(context)).toEqual([]);
  });

  test('is refused in the notation of the site’s region', async () => {
    const context = await catalogueToPostIn(open);
    context.config.region = { currency: 'EUR', locale: 'de-DE', timeZone: 'Europe/Berlin' };
    const ada = await establishedMember(context);
    const lamp = { ...LAMP, price: '1.299,50', listPrice: '' };
    const wrong: [Record<string, string>, string][] = [
      [{ price: 'cheap' }, 'Price must be an amount such as 12,99 or free, or words such as "2 for 5\u00a0€" or "30% off".'],
      [{ listPrice: 'cheap' }, 'List price must be an amount such as 12,99 or free.'],
      [{ listPrice: '20' }, 'List price must be more than the price, which is 1299,50, or left out.'],
      [{ price: '1,299' }, 'Price may mean 1299 or 1,30; write 1299,00 or 1,30.'],
      [{ price: '99999999999' }, 'Price is too large: the largest amount is 21474836,47.'],
    ];
    for (const [changed, message] of wrong) expect(await post(ada, { ...lamp, ...changed })).toMatchObject({ message });
  });

  test('may have any kind of price, dates in the time of the site, and start later', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    for (const price of ['free', '2 for $5', 'from $20', '30% off', 'BOGO'])
      expect(await post(await establishedMember(context), { ...LAMP, title: `Lamp, ${price}`, price })).toMatchObject({
        path: expect.stringContaining('/f/') as unknown,
      });
    expect(await post(ada, { ...LAMP, startsAt: '2026-11-30T08:00' })).toEqual({ path: '/account/posts' });
    const deals = await postedDeals(context);
    expect(deals.map(({ price_terms: terms }) => terms?.kind)).toEqual([undefined, 'multi', 'range', 'percent', 'bogo', undefined]);
    expect(deals.at(-1)).toMatchObject({ status: 'scheduled', starts_at: new Date('2026-11-30T08:00:00Z') });
  });

  test('needs a member with a confirmed address who is not suspended, and not too many in an hour', async () => {
    const context = await catalogueToPostIn(open);
    expect((await new Caller(context).call(postForm, { form: { do: 'submit', ...LAMP } })).answer).toEqual({ error: 'dologin' });
    expect(await post(await newMember(context), LAMP)).toEqual({ error: 'Unverified Email' });
    const suspended = await verifiedMember(context);
    const until = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', suspended.userId).execute();
    expect(await post(suspended, LAMP)).toEqual({ error: expect.stringContaining('suspended until') as unknown });
    // The page says it in place of the form, and once.
    const { securitytoken } = await suspended.browser.session();
    const { status } = await suspended.browser.call(postForm, { form: { do: 'submit', ...LAMP, securitytoken }, plain: true });
    expect([status, suspended.browser.jar.get('flash')]).toEqual([303, undefined]);
    expect(await pageOf(context, suspended.browser)).toMatchObject({
      block: { message: expect.stringContaining('suspended until') as unknown },
    });
    const bob = await verifiedMember(context);
    const answers = [];
    for (let many = 0; many < 6; many += 1) answers.push(await post(bob, LAMP));
    expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ({ waiting: true })));
    expect(answers[5]).toMatchObject({ status: 'error' });
  });
});

onDatabase('a deal that waits', (open) => {
  test('is changed and withdrawn by its poster alone', async () => {
    const context = await catalogueToPostIn(open);
    const [bob, eve] = [await verifiedMember(context), await verifiedMember(context)];
    await post(bob, LAMP);
    const [{ id } = { id: 0 }] = await submissionsOf(context);
    const change = { ...LAMP, title: 'Brass reading lamp, two', waiting: String(id) };
    expect(await post(eve, change)).toMatchObject({ error: expect.any(String) as unknown });
    expect(await post(bob, change)).toEqual({ waiting: true });
    expect(await submissionsOf(context)).toMatchObject([{ fields: { title: change.title }, revision: 2 }]);
    const withdraw = async ({ browser }: typeof bob) =>
      (await browser.callAsMember(ownPostsActions, { form: { do: 'withdraw', waiting: String(id) } })).answer;
    expect(await withdraw(eve)).toMatchObject({ error: expect.any(String) as unknown });
    expect(await withdraw(bob)).toEqual({ success: true });
    expect(await submissionsOf(context)).toEqual([]);
    const isWithdrawn = { error: 'This deal is withdrawn already, and nothing is kept of it.' };
    expect([await withdraw(bob), await post(bob, change)]).toEqual([isWithdrawn, isWithdrawn]);
  });

  test('is neither once a moderator has decided about it', async () => {
    const context = await catalogueToPostIn(open);
    const bob = await verifiedMember(context);
    await post(bob, LAMP);
    const { id } = await context.db.updateTable('submissions').set({ status: 'refused' }).returning('id').executeTakeFirstOrThrow();
    const withdrawn = await bob.browser.callAsMember(ownPostsActions, { form: { do: 'withdraw', waiting: String(id) } });
    const isDecided = { error: 'This does not wait any more: a moderator has decided about it.' };
    expect([withdrawn.answer, await post(bob, { ...LAMP, waiting: String(id) })]).toEqual([isDecided, isDecided]);
    expect(await submissionsOf(context)).toMatchObject([{ status: 'refused' }]);
  });

  test('goes with its poster’s account, stands in the file of their data, and is forgotten 90 days after the decision', async () => {
    const context = await catalogueToPostIn(open);
    const [ada, bob] = [await establishedMember(context), await verifiedMember(context)];
    await post(ada, LAMP);
    await post(bob, LAMP);
    const file = await bob.browser.call(
      readEndpoint((call) => downloadData(call, { posts: submissionData })),
      { method: 'GET', address: '/account/download' },
    );
    expect(file.answer).toMatchObject({ posts: [{ fields: { title: LAMP.title }, status: 'waiting' }] });
    const { unpublished, deals } = required(await loadOwnPosts(context, ada.userId, new URLSearchParams()), 'the page');
    expect([unpublished, deals.map(({ state }) => state)]).toEqual([[], ['Published']]);
    await context.db.deleteFrom('members').where('user_id', '=', bob.userId).execute();
    expect(await submissionsOf(context)).toMatchObject([{ user_id: ada.userId, status: 'published' }]);
    await post(ada, { ...LAMP, url: 'https://north-mart.example/p/velvet-sofa-1', title: 'Velvet sofa for three, green' });
    context.at.pass(91 * DAY);
    const { watched, largest } = watchWrites(context);
    await clearOldSubmissions(watched, 1);
    expect([await submissionsOf(context), largest()]).toEqual([[], 1]);
    expect(await postedDeals(context)).toHaveLength(2);
  });
});

onDatabase('what is known of a deal while it is typed', (open) => {
  test('is deals that look like it, the store of its address, and the category of deals like it', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    await post(ada, LAMP);
    const [deal] = await postedDeals(context);
    const seen = { threadId: deal?.thread_id, title: LAMP.title, path: `/f/${deal?.thread_id}-brass-reading-lamp` };
    const filed = { store: 'north-mart', storeName: 'north-mart', category: 'desk-lamps' };
    expect(await post(ada, { url: LAMP.url }, 'check')).toEqual({
      ...{ store: 'north-mart', storeName: 'north-mart' },
      duplicates: [{ ...seen, why: 'The same page of the store, posted 11/21/26' }],
    });
    const other = 'https://www.north-mart.example/p/other-address-777123';
    const product = { url: other, title: 'Brass Reading Lamp' };
    expect(await post(ada, { ...product, price: '24.99' }, 'check')).toEqual({
      ...filed,
      duplicates: [{ ...seen, why: 'The same product at the same store and price, posted 11/21/26' }],
    });
    expect(await post(ada, product, 'check')).toMatchObject({
      duplicates: [{ why: 'The same product at the same store, posted 11/21/26' }],
    });
    context.config.region = { currency: 'USD', locale: 'de-DE', timeZone: 'Europe/Berlin' };
    expect(await post(ada, product, 'check')).toMatchObject({
      duplicates: [{ why: 'The same product at the same store, posted 21.11.26' }],
    });
    expect(await post(ada, { ...product, price: '99' }, 'check')).toEqual({ ...filed, duplicates: [] });
    expect(await post(ada, { url: 'https://nowhere.example/x', title: 'Something' }, 'check')).toEqual({ duplicates: [] });
  });

  test('is the category of the newest of many deals that are equally like it, and none where two have as many of them', async () => {
    const context = accountsContext((await open()).db);
    await publishedCatalogue(context, 40);
    const ada = await establishedMember(context);
    const { db } = context;
    const file = async (slug: string, newest: number) => {
      const category = db.selectFrom('categories').select('id').where('slug', '=', slug);
      const deals = db.selectFrom('deals').select('thread_id').orderBy('thread_id', 'desc').limit(newest);
      await db.updateTable('deals').set({ category_id: category }).where('thread_id', 'in', deals).execute();
    };
    const guessed = async () => ((await post(ada, { title: 'Deal number' }, 'check')) as { category?: string }).category;
    await file('rugs', 40);
    await file('chairs', 15);
    expect(await guessed()).toBe('chairs');
    await db
      .deleteFrom('deals')
      .where('thread_id', 'not in', db.selectFrom('deals').select('thread_id').orderBy('thread_id', 'desc').limit(2))
      .execute();
    await file('rugs', 1);
    expect(await guessed()).toBeUndefined();
  });

  test('and how it would look, of which nothing stays', async () => {
    const context = await catalogueToPostIn(open);
    const ada = await establishedMember(context);
    const typed = { ...LAMP, url: 'https://new-shop.example/lamp', listPrice: '50', description: '*Bright*' };
    expect(await post(ada, typed, 'preview')).toEqual({ preview: '/post?preview=1' });
    const { preview } = await pageOf(context, ada.browser, 'preview=1');
    expect(preview).toMatchObject({
      card: { dealTitle: LAMP.title, finalPriceText: '$24.99', listPriceText: '$50.00', store: { name: 'new-shop.example' } },
      descriptionHtml: '<p><em>Bright</em></p>',
      newStore: 'new-shop.example',
    });
    expect(await postedDeals(context)).toEqual([]);
    expect(await context.db.selectFrom('stores').select('slug').where('host', '=', 'new-shop.example').execute()).toEqual([]);
    expect(await post(ada, { ...typed, price: '' }, 'preview')).toMatchObject({ field: 'price' });
  });

  test('is read for those who may post, and not too often', async () => {
    const context = await catalogueToPostIn(open);
    const [ada, bob] = [await establishedMember(context), await establishedMember(context)];
    for (const member of [ada, bob]) await post(member, LAMP, 'preview');
    const until = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', ada.userId).execute();
    expect(await pageOf(context, ada.browser, 'check=1&preview=1')).toMatchObject({
      ...{ block: { message: expect.stringContaining('suspended until') as unknown }, checked: undefined, preview: undefined },
    });
    expect(await pageOf(context, bob.browser, 'preview=1')).toMatchObject({
      block: undefined,
      preview: { card: { dealTitle: LAMP.title } },
    });
    expect(await pageOf(context, bob.browser, 'check=1')).toMatchObject({ checked: { duplicates: [] }, preview: undefined });
    while ((await context.limits.take('deal-check', bob.userId)) === 0);
    for (const query of ['check=1', 'preview=1']) await expect(pageOf(context, bob.browser, query)).rejects.toMatchObject({ status: 429 });
    expect(await pageOf(context, bob.browser)).toMatchObject({ checked: undefined });
  });
});

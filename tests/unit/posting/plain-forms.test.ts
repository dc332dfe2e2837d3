import { describe, expect, test } from 'vitest';
import { postForm } from '../../../src/features/posting/post.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { DAY, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { establishedMember } from '../../support/moderation.ts';
import { catalogueToPostIn, LAMP, pageOf, post, submissionsOf } from '../../support/posting.ts';

describe('a plain form', () => {
  onDatabase('for a deal', (open) => {
    test('leads to the deal, or back to what was typed with what is wrong', async () => {
      const context = await catalogueToPostIn(open);
      const { browser } = await establishedMember(context);
      const { securitytoken } = await browser.session();
      const send = (fields: Record<string, string>) =>
        browser
          .call(postForm, { form: { do: 'submit', ...LAMP, ...fields }, plain: true })
          .then(({ status, headers }) => [status, headers.get('location')]);
      expect(await send({ price: 'cheap', securitytoken })).toEqual([303, '/post']);
      expect((await pageOf(context, browser)).draft.fields).toMatchObject({ ...LAMP, price: 'cheap' });
      expect(browser.jar.get('flash')).toContain('"field":"price"');
      // A page that is out of date.
      expect(await send({ title: 'Another lamp', securitytoken: 'old' })).toEqual([303, '/post']);
      expect((await pageOf(context, browser)).draft.fields.title).toBe('Another lamp');
      const [status, location] = await send({ securitytoken, key: 'mine' });
      expect([status, location]).toEqual([303, expect.stringMatching(/^\/f\/\d+-brass-reading-lamp$/)]);
      expect((await pageOf(context, browser)).draft.fields.title).toBe('');
      // Back, and another deal in the form that was sent.
      expect(await send({ securitytoken, key: 'mine', title: 'Another lamp' })).toEqual([303, '/post']);
      const { key, fields } = (await pageOf(context, browser)).draft;
      expect(fields.title).toBe('Another lamp');
      expect(await send({ securitytoken, ...fields, key })).toEqual([303, expect.stringMatching(/^\/f\/\d+-another-lamp$/)]);
    });
  });
});

onDatabase('what is sent when its session has ended', (open) => {
  const title = 'Another lamp';
  const typed = async (context: Context, browser: Caller, query = '') => (await pageOf(context, browser, query)).draft.fields.title;
  /** Sends a plain form from a browser. @returns where it leads */
  const send = async (browser: Caller, fields: Record<string, string>) =>
    (await browser.call(postForm, { form: { do: 'submit', ...LAMP, title, ...fields }, plain: true })).headers.get('location');

  test('is there for whose form it is when they log in, of what waits, too', async () => {
    const context = await catalogueToPostIn(open);
    const { browser } = await verifiedMember(context);
    const guest = new Caller(context);
    const form = await pageOf(context, browser);
    expect(await send(guest, { owner: form.owner })).toBe('/account/log-in?url=%2Fpost');
    expect(guest.jar.get('flash')).toContain('Your session has ended.');
    expect(await typed(context, browser)).toBe(title);
    await post({ browser }, LAMP);
    const waiting = String((await submissionsOf(context))[0]?.id);
    const { owner } = await pageOf(context, browser, `waiting=${waiting}`);
    expect(await send(guest, { owner, waiting })).toBe(`/account/log-in?url=${encodeURIComponent(`/post?waiting=${waiting}`)}`);
    expect(await typed(context, browser, `waiting=${waiting}`)).toBe(title);
    expect(await submissionsOf(context)).toMatchObject([{ fields: LAMP }]);
    // A form may have been open for days.
    context.at.pass(13 * DAY);
    await send(guest, { owner: form.owner, title: 'A late lamp' });
    expect(await typed(context, browser)).toBe('A late lamp');
  });

  test('is for nobody else who logs in there', async () => {
    const context = await catalogueToPostIn(open);
    const [{ browser }, next] = [await verifiedMember(context), await verifiedMember(context)];
    const { owner } = await pageOf(context, browser);
    await send(next.browser, { owner, securitytoken: 'of another session' });
    expect([await typed(context, next.browser), await typed(context, browser)]).toEqual(['', title]);
    // Nor where it is not known any more whose it is.
    context.at.pass(30 * DAY + 1);
    const late = await verifiedMember(context);
    await send(late.browser, { owner, title: 'Late', securitytoken: 'of another session' });
    const kept = await context.db.selectFrom('drafts').select('body').execute();
    expect(kept.map(({ body }) => body)).toEqual([expect.stringContaining(title)]);
  });

  test('is kept only of a form of ours, for the draft that it is of, for 30 days, and of members who are there', async () => {
    const context = await catalogueToPostIn(open);
    const { browser, userId } = await verifiedMember(context);
    const guest = new Caller(context);
    const { owner } = await pageOf(context, browser);
    const drafts = () => context.db.selectFrom('drafts').select('about').where('user_id', '=', userId).execute();
    const forged = [`${owner}x`, owner.replace(/^\d+/, String(userId + 1)), String(userId), '', '-', 'x'];
    for (const other of forged) await send(guest, { owner: other });
    await send(guest, { owner, waiting: '7' });
    await send(guest, {});
    const late = await pageOf(context, browser);
    context.at.pass(30 * DAY + 1);
    await send(guest, { owner });
    expect(guest.jar.get('flash')).not.toContain('what you typed is there again');
    expect(await drafts()).toEqual([]);
    context.at.pass(-DAY);
    await context.db.deleteFrom('members').where('user_id', '=', userId).execute();
    expect(await send(guest, { owner: late.owner })).toBe('/account/log-in?url=%2Fpost');
  });
});

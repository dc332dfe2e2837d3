import { beforeEach, expect, test } from 'vitest';
import type { ChoiceVerb } from '../../../src/features/tracking/choices.ts';
import { visitChoice } from '../../../src/features/tracking/choice-page.server.ts';
import { saveShell } from '../../../src/features/shell/shell-settings.server.ts';
import type { Endpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

/** The page, which takes its form; of what it shows the token of the form and whether it is chosen. */
const pageOf =
  (verb: ChoiceVerb): Endpoint =>
  async (api) => {
    const response = { status: 200, headers: new Headers() };
    const visit = await visitChoice(Object.assign(Object.create(api) as typeof api, { response }), verb);
    return visit instanceof Response
      ? visit
      : Response.json({ token: visit?.securitytoken, isChosen: visit?.isChosen }, { status: response.status });
  };
const [optIn, optOut] = [pageOf('opt-in'), pageOf('opt-out')];
const TRACKING = { cookieName: 'tracking' };

onDatabase('a choice of a visitor', (open) => {
  let visitor: Caller;
  beforeEach(async () => {
    visitor = new Caller(accountsContext((await open()).db));
  });

  test('is kept for a year beside the other pairs of the cookie, and opting out forgets the visitor’s number', async () => {
    visitor.jar.set('sd_p', 'vid=visitor-one&closed-extension-promo=1');
    const { status, headers, set } = await visitor.call(optOut, { plain: true, form: {}, params: TRACKING });
    expect([status, headers.get('location')]).toEqual([303, '/opt-out/tracking']);
    expect(visitor.jar.get('sd_p')).toBe('closed-extension-promo=1&tracking=no');
    expect(set.find((line) => line.startsWith('sd_p='))).toMatch(/Max-Age=31536000; Path=\//);
    await visitor.call(optIn, { plain: true, form: {}, params: TRACKING });
    expect(visitor.jar.get('sd_p')).toBe('closed-extension-promo=1&tracking=yes');
  });

  test('is known to its pages, which then offer the other one', async () => {
    const chosen = async () => {
      const pages = [optIn, optOut].map((page) => visitor.call(page, { method: 'GET', params: TRACKING }));
      return (await Promise.all(pages)).map(({ answer }) => (answer as { isChosen: boolean }).isChosen);
    };
    expect(await chosen()).toEqual([false, false]);
    await visitor.call(optOut, { plain: true, form: {}, params: TRACKING });
    expect(await chosen()).toEqual([false, true]);
    await visitor.call(optIn, { plain: true, form: {}, params: TRACKING });
    expect(await chosen()).toEqual([true, false]);
  });

  test('to opt out forgets the visit, too, so that nothing leads from a number after it to the one before', async () => {
    visitor.jar.set('sd_s', 'startPage=%2Fpopular&eventId=last-view-of-one&state=visit');
    await visitor.call(optIn, { plain: true, form: {}, params: TRACKING });
    expect(visitor.jar.get('sd_s')).toContain('eventId');
    await visitor.call(optOut, { plain: true, form: {}, params: TRACKING });
    expect(visitor.jar.get('sd_s')).toBeUndefined();
  });

  test('of a member needs the token of the session, which the page has', async () => {
    const { browser } = await newMember(visitor.context);
    for (const form of [{}, { securitytoken: 'guest' }] as Record<string, string>[]) {
      const refused = await browser.call(optOut, { plain: true, form, params: TRACKING });
      expect([refused.status, refused.headers.get('location')]).toEqual([303, '/opt-out/tracking']);
      expect((await browser.call(optOut, { form, params: TRACKING })).status).toBe(403);
    }
    expect(browser.jar.get('sd_p')).toBeUndefined();
    const { token } = (await browser.call(optOut, { method: 'GET', params: TRACKING })).answer as { token: string };
    await browser.call(optOut, { plain: true, form: { securitytoken: token }, params: TRACKING });
    expect(browser.jar.get('sd_p')).toBe('tracking=no');
  });

  test('concludes on the home page where editors want that, which then is made for this visitor', async () => {
    await saveShell(visitor.context, JSON.stringify({ header: { optInConclusion: true }, footer: {} }), { dryRun: false });
    const { headers } = await visitor.call(optIn, { plain: true, form: {}, params: TRACKING });
    expect(headers.get('location')).toBe('/?do=concluded');
    expect(visitor.jar.get('flash')).toContain('are counted from now on');
  });

  test.each(['sd_p', 'session', 'constructor', ''])('of a cookie that is none of the list is not known: %j', async (cookieName) => {
    const { status, set } = await visitor.call(optIn, { plain: true, form: {}, params: { cookieName } });
    expect([status, set]).toEqual([404, []]);
  });
});

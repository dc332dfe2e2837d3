import { beforeEach, expect, test } from 'vitest';
import { chooseEndpoint } from '../../../src/features/tracking/choose.server.ts';
import { saveShell } from '../../../src/features/shell/shell-settings.server.ts';
import { accountsContext } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

const [optIn, optOut] = [chooseEndpoint('opt-in'), chooseEndpoint('opt-out')];
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

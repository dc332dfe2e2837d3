import { weigh } from '../../bench/weigh.ts';
import { expect, test } from '../../support/browser.ts';

/** Bytes, gzip, of the scripts that run before somebody uses a page. */
const MOST = 8192;

test('the scripts that run before somebody uses a page weigh 8,192 bytes at most, on every kind of page', async ({
  browser,
  kinds,
  siteUrl,
}) => {
  test.slow();
  for (const [kind, address] of Object.entries({ ...kinds, text: '/about', account: '/account/sign-up', personal: '/for-you' })) {
    const { asked, inlineScript } = await weigh(browser, siteUrl + address);
    const ran = asked.filter((file) => file.kind === 'js' && file.ran);
    const names = ran.map(({ address: path, gzip }) => `${path} ${gzip}`).join(', ');
    expect(ran.length, kind).toBeGreaterThan(0);
    expect(
      ran.reduce((sum, { gzip }) => sum + gzip, inlineScript),
      `${kind}: inside ${inlineScript}, ${names}`,
    ).toBeLessThanOrEqual(MOST);
  }
});

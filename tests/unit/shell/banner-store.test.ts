import { expect, test } from 'vitest';
import { stubPage } from '../../support/stubbed-page.ts';

const BANNER = { cookieName: 'mega', cookieValue: 'black-friday' };

test('a banner is as the page has it until somebody collapses it, which the persistent cookie remembers, with the room that it needs', async () => {
  const page = stubPage();
  page.cookies.set('sd_p', 'theme=midnight');
  const { $collapsed, collapse } = await import('../../../src/features/shell/banner-store.ts');
  expect($collapsed.get()).toBeUndefined();
  collapse(true, BANNER);
  expect([$collapsed.get(), page.cookies.get('sd_p')]).toEqual([true, 'theme=midnight&mega=black-friday&banner-room=small']);
  collapse(false, BANNER);
  expect([$collapsed.get(), page.cookies.get('sd_p')]).toEqual([false, 'theme=midnight&mega=&banner-room=']);
});

import { expect, test } from 'vitest';
import { ask } from '../../support/http.ts';
import { sharedSite } from '../../support/shared-site.ts';

const { url } = await sharedSite();

test.each([
  ['/account/email-restore?token=spent', /sent again<\/a>\.\s+If that does not help, write to/],
  ['/account/email-confirm?token=spent', /account settings<\/a>\.\s+For a new link, /],
])('%s says in sentences that stand apart what else there is to do', async (address, said) => {
  const { text } = await ask(url, address);
  expect(text).toContain('This link has expired or was already used.');
  expect(text).toMatch(said);
});

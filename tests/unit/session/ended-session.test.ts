import { expect, test } from 'vitest';
import { registerActions } from '../../../src/features/accounts/actions.server.ts';
import { saveAvatar } from '../../../src/features/accounts/settings/avatar.server.ts';
import { saveTheme } from '../../../src/features/accounts/settings/theme.server.ts';
import { memberForm, memberUpload } from '../../../src/features/session/visit.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

const settings = memberForm('/settings', saveTheme);
const picture = memberUpload('/settings', saveAvatar);
const LOG_IN = '/account/log-in?url=%2Fsettings';

onDatabase('a plain form', (open) => {
  test('whose session has ended says so on the page for logging in', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const { securitytoken } = await browser.session();
    const ended = new Caller(context);
    const answer = await ended.call(settings, { form: { theme: 'dark', securitytoken }, plain: true });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LOG_IN]);
    expect(ended.jar.get('flash')).toContain('Your session has ended, and nothing was changed.');
  });

  test('with a picture, too', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const upload = new FormData();
    upload.set('securitytoken', (await browser.session()).securitytoken);
    const ended = new Caller(context);
    const answer = await ended.call(picture, { upload, plain: true });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LOG_IN]);
    expect(ended.jar.get('flash')).toContain('Your session has ended, and nothing was changed.');
  });

  test('that asks for the verification mail again, too', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const { securitytoken } = await browser.session();
    const ended = new Caller(context);
    await ended.call(registerActions, { address: '/forums/register.php', form: { do: 'emailcode', securitytoken }, plain: true });
    expect(ended.jar.get('flash')).toContain('Your session has ended, and nothing was changed.');
  });

  test('of a guest has no session that could have ended', async () => {
    const guest = new Caller(accountsContext((await open()).db));
    const vote = { postid: '7', votetypeid: '1', vote: '1' };
    for (const token of [{}, { securitytoken: 'guest' }] as Record<string, string>[]) {
      await guest.call(voteForm, { form: { ...vote, ...token }, plain: true });
      expect(guest.jar.get('flash')).toContain('Please log in first.');
    }
  });
});

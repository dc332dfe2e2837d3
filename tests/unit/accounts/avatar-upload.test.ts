import { expect, test } from 'vitest';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { avatarPicture, saveAvatar } from '../../../src/features/accounts/settings/avatar.server.ts';
import { changesSince, positionNow } from '../../../src/features/publishing/journal.server.ts';
import { saveTheme } from '../../../src/features/accounts/settings/theme.server.ts';
import { saveUsername } from '../../../src/features/accounts/settings/username.server.ts';
import { memberForm, memberUpload } from '../../../src/features/session/visit.server.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

/** Where the page's own forms lead. */
const SETTINGS = '/forums/profile.php?do=accountsettings';
const username = memberForm('/', saveUsername);
const theme = memberForm('/', saveTheme);
const avatar = memberUpload('/', saveAvatar);
const picture = readEndpoint(avatarPicture);

onDatabase('an avatar', (open) => {
  const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

  async function upload(browser: Caller, bytes: Buffer, name = 'me.gif') {
    const { securitytoken } = await browser.session();
    const form = new FormData();
    form.set('securitytoken', securitytoken);
    form.set('avatar', new File([new Uint8Array(bytes)], name));
    return (await browser.call(avatar, { upload: form })).answer as { avatar: string; message?: string };
  }
  const shown = (path: string) => path.split('/').at(-1)!;

  test('is uploaded, encoded anew, and shown under a name of its own', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const { avatar: path } = await upload(browser, PIXEL);
    expect(path).toMatch(/^\/profile\/avatar\/[\w-]+\.webp$/);
    expect((await browser.session()).user!.avatar).toBe(path);
    const { status, headers } = await browser.call(picture, { method: 'GET', params: { name: shown(path) } });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
  });

  test('and a name have the pages published anew that show them', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    await publishedCatalogue(context, 3);
    const { browser, userId } = await newMember(context);
    const { thread_id: thread } = await db
      .updateTable('comments')
      .set({ user_id: userId })
      .returning('thread_id')
      .executeTakeFirstOrThrow();
    const noted = async (act: () => Promise<unknown>) => {
      const position = await positionNow(db);
      await act();
      return (await changesSince(db, position)).changes;
    };
    const shown = expect.arrayContaining([expect.objectContaining({ subject: 'comments', id: thread })]) as object;
    expect(await noted(() => upload(browser, PIXEL))).toEqual(shown);
    expect(await noted(() => browser.callAsMember(username, { form: { username: 'Ada' } }))).toEqual(shown);
    expect(await noted(() => browser.callAsMember(theme, { form: { 'dark-mode': '1' } }))).toEqual([]);
  });

  test('is refused where it is no picture, and the one before stays', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const before = (await browser.session()).user!.avatar;
    for (const bytes of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('<script>alert(1)</script>'),
      Buffer.alloc(0),
    ])
      expect(await upload(browser, bytes, 'me.png')).toMatchObject({ status: 'error', message: expect.any(String) as string });
    expect((await browser.session()).user!.avatar).toBe(before);
  });

  test('that is too large is refused on the page it was chosen on, unless another site sent it', async () => {
    const { browser } = await newMember(accountsContext((await open()).db));
    const sent = { text: 'not all of it', type: 'multipart/form-data; boundary=b' };
    const headers = { 'Content-Length': String(3 * 1024 * 1024) };
    const page = await browser.call(avatar, { ...sent, headers, plain: true });
    expect([page.status, page.headers.get('location')]).toEqual([303, '/']);
    expect(decodeURIComponent(page.set.join())).toContain('Send a file of at most 2 MiB.');
    const call = await browser.call(avatar, { ...sent, headers });
    expect([call.status, call.answer]).toEqual([413, { status: 'error', message: 'Send a file of at most 2 MiB.' }]);
    const foreign = await browser.call(avatar, { ...sent, headers: { ...headers, Origin: 'https://evil.example' }, plain: true });
    expect([foreign.status, foreign.set]).toEqual([413, []]);
  });

  test('of a colour replaces the upload', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    await upload(browser, PIXEL);
    const { answer } = await browser.callAsMember(profileActions, { address: SETTINGS, form: { do: 'updateavatar', tint: '3' } });
    const { avatar: path } = answer as { avatar: string };
    expect(path).toMatch(/-3\.svg$/);
    expect(await context.db.selectFrom('avatars').selectAll().execute()).toEqual([]);
  });

  test('is changed twenty times an hour, whether it is uploaded or a colour is chosen', async () => {
    const context = accountsContext((await open()).db);
    const { browser } = await newMember(context);
    const choose = (tint: string) => browser.callAsMember(profileActions, { address: SETTINGS, form: { do: 'updateavatar', tint } });
    // What is no colour changes nothing, and does not count.
    expect((await choose('99')).status).toBe(200);
    for (let changed = 0; changed < 20; changed += 1) expect((await choose(String(changed % 2))).status).toBe(200);
    const { status, answer } = await choose('0');
    expect([status, answer]).toEqual([429, { status: 'error', message: 'You have changed your picture too often. Please wait an hour.' }]);
    expect(await upload(browser, PIXEL)).toEqual(answer);
  });

  test('of a name that means nothing is not there', async () => {
    const context = accountsContext((await open()).db);
    for (const name of ['../secret', 'x.svg', `${'a'.repeat(32)}.webp`, 'a-99.svg'])
      expect((await new Caller(context).call(picture, { method: 'GET', params: { name } })).status, name).toBe(404);
  });
});

import { expect, test } from 'vitest';
import { profileForm } from '../../../src/features/accounts/actions.server.ts';
import { deskMembersActions, listMembers } from '../../../src/features/desk/members.server.ts';
import { loadDone, loadLog } from '../../../src/features/moderation/log.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, verifiedMember } from '../../support/accounts.ts';
import { onDatabase, type Open } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { moderate, newestAction, newModerator, reportedCatalogue } from '../../support/moderation.ts';

type Member = Awaited<ReturnType<typeof verifiedMember>>;

const openSite = async (open: Open) => accountsContext((await open()).db);

const giveRole = async ({ browser }: Member, { userId }: Member, role: string) =>
  await browser.callAsMember(deskMembersActions, { form: { userid: String(userId), role } });

const roleOf = async ({ browser }: Member) => (await browser.session()).user?.role ?? 'member';

const query = () => new URLSearchParams();

onDatabase('the members of the desk', (open) => {
  test('an administrator makes a moderator and an administrator, and takes it back', async () => {
    const context = await openSite(open);
    const [ada, bob] = [await newModerator(context, 'administrator'), await verifiedMember(context)];
    for (const [role, name] of [
      ['moderator', 'a moderator'],
      ['administrator', 'an administrator'],
      ['member', 'a member'],
    ] as const) {
      expect((await giveRole(ada, bob, role)).answer).toEqual({ success: true, message: `${bob.username} is ${name} now.` });
      expect(await roleOf(bob)).toBe(role);
    }
  });

  test('an administrator who steps down is led to a page that is there for them, and stays at the desk as a moderator', async () => {
    const context = await openSite(open);
    const [ada] = [await newModerator(context, 'administrator'), await newModerator(context, 'administrator')];
    const stepDown = async (role: string) => {
      const form = { userid: String(ada.userId), role, q: ada.username };
      return (await ada.browser.callAsMember(deskMembersActions, { form, plain: true })).headers.get('location');
    };
    expect(await stepDown('moderator')).toBe(`/desk/members?q=${ada.username}`);
    await context.db.updateTable('accounts').set({ role: 'administrator' }).where('user_id', '=', ada.userId).execute();
    expect(await stepDown('member')).toBe('/');
    expect(ada.browser.jar.get('flash')).toContain(`${ada.username} is a member now.`);
  });

  test('nobody else gives a role', async () => {
    const context = await openSite(open);
    const [moderator, bob] = [await newModerator(context), await verifiedMember(context)];
    expect((await giveRole(moderator, moderator, 'administrator')).status).toBe(403);
    expect((await giveRole(bob, bob, 'administrator')).status).toBe(403);
    expect([await roleOf(moderator), await roleOf(bob)]).toEqual(['moderator', 'member']);
  });

  test('an id that no member can have is no member', async () => {
    const context = await openSite(open);
    const { browser } = await newModerator(context, 'administrator');
    expect((await browser.callAsMember(deskMembersActions, { form: { userid: '2147483648', role: 'member' } })).status).toBe(400);
  });

  test('the only administrator stays one, however it is tried', async () => {
    const context = await openSite(open);
    const ada = await newModerator(context, 'administrator');
    const only = `${ada.username} is the only administrator. Make somebody else an administrator first.`;
    expect((await giveRole(ada, ada, 'member')).answer).toEqual({ error: only });
    expect((await give(context, 'member', { name: ada.username, role: 'moderator' })).refused).toEqual([only]);
    const leaving = await ada.browser.callAsMember(
      profileForm({ reduceContributions: async () => undefined, revokeContributions: async () => undefined }),
      { form: { do: 'deleteaccount', confirm: '1', delete_password: ada.password } },
    );
    expect(leaving.answer).toMatchObject({ success: false, field: 'confirm' });
    expect(await roleOf(ada)).toBe('administrator');
  });

  test('the moderators’ log says who gave which role, and the public one nothing of it', async () => {
    const context = await openSite(open);
    const [ada, bob] = [await newModerator(context, 'administrator'), await verifiedMember(context)];
    await giveRole(ada, bob, 'moderator');
    await giveRole(ada, bob, 'moderator');
    expect((await loadDone(context, query()))?.actions).toMatchObject([
      { action: 'role', about: 'member', reason: 'a moderator', member: { username: bob.username }, moderator: ada.username },
    ]);
    expect(await loadLog(context, query())).toMatchObject({ pages: 1, actions: [] });
    expect(await moderate(ada, { do: 'undo', action: await newestAction(context, 'role') })).toMatchObject({
      error: expect.any(String) as string,
    });
    expect(await roleOf(bob)).toBe('moderator');
  });

  test('an administrator moderates, and no moderator suspends one', async () => {
    const { context, comment, author } = await reportedCatalogue(open);
    const [ada, grace] = [await newModerator(context, 'administrator'), await newModerator(context)];
    expect(await moderate(ada, { do: 'keep', postid: comment })).toMatchObject({ success: true });
    await giveRole(ada, author, 'administrator');
    const suspend = { do: 'keep', postid: comment, author: 'suspend-7', seen: await newestAction(context, 'keep') };
    expect(await moderate(grace, suspend)).toEqual({
      error: `${author.username} is an administrator: only administrators decide about what they wrote. Nothing was changed.`,
    });
    expect(await moderate(ada, suspend)).toEqual({
      error: `${author.username} is a moderator, whom moderators cannot warn or suspend. Nothing was changed.`,
    });
  });

  test('lists who has a role, and finds members by a part of their names, those that begin with it first', async () => {
    const context = await openSite(open);
    const names = async (q: string) => (await listMembers(context, q)).members.map(({ username, role }) => [username, role]);
    const [ada, grace] = [await newModerator(context, 'administrator'), await newModerator(context)];
    const [joan, dojo] = [await verifiedMember(context), await verifiedMember(context)];
    await rename(context, { ada, grace, Joan: joan, dojo });
    expect(await names('')).toEqual([
      ['ada', 'administrator'],
      ['grace', 'moderator'],
    ]);
    expect(await names('JO')).toEqual([
      ['Joan', 'member'],
      ['dojo', 'member'],
    ]);
    expect(await names('%')).toEqual([]);
    expect(await listMembers(context, 'jo', 1)).toMatchObject({ members: [{ username: 'Joan' }], hasMore: true });
    expect(await listMembers(context, 'jo', 2)).toMatchObject({ hasMore: false });
  });
});

async function rename({ db }: Context, members: Record<string, Member>): Promise<void> {
  for (const [username, { userId }] of Object.entries(members))
    await db.updateTable('members').set({ username }).where('user_id', '=', userId).execute();
}

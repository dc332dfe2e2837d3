import { expect, test } from 'vitest';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { sentMails } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { suspensionOf } from '../../support/leaving.ts';
import { actionsOf, moderate, newModerator, reportedCatalogue } from '../../support/moderation.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { give } from '../../support/given.ts';

onDatabase('the member command', (open) => {
  test('shows a role, gives another one, and takes it back', async () => {
    const context = accountsContext((await open()).db);
    const { browser, username: name } = await newMember(context);
    const said = async (input: object) => (await give(context, 'member', { name, ...input })).said;
    expect(await said({})).toEqual([`${name} is a member.`]);
    expect(await said({ role: 'moderator', name: name.toUpperCase() })).toEqual([`${name} is a moderator now.`]);
    expect((await browser.session()).user).toMatchObject({ role: 'moderator' });
    expect(await said({ role: 'moderator' })).toEqual([`${name} is a moderator already.`]);
    expect(await said({ role: 'member' })).toEqual([`${name} is a member now.`]);
    expect((await browser.session()).user).not.toHaveProperty('role');
  });

  test('shows a suspension and ends it, by mail and in the log', async () => {
    const { context, author, comment } = await reportedCatalogue(open);
    const { username: name } = author;
    const said = async (input: object) => (await give(context, 'member', { name, ...input })).said;
    expect(await said({ unsuspend: true })).toEqual([`${name} is not suspended.`]);
    await moderate(await newModerator(context), { do: 'keep', postid: comment, author: 'suspend-7' });
    await sentMails(context);
    expect(await said({})).toEqual([`${name} is a member.`, `${name} is suspended until 11/28/26 at 12:00 UTC.`]);
    expect(await said({ unsuspend: true })).toEqual([`${name} is no longer suspended.`]);
    expect(await suspensionOf(context, author.userId)).toBeNull();
    expect((await sentMails(context)).map(({ to, subject }) => [to, subject])).toEqual([
      [author.email, 'Your account is no longer suspended'],
    ]);
    expect((await actionsOf(context)).map(([action]) => action)).toEqual(['keep']);
    expect(await said({ unsuspend: true, role: 'moderator' })).toEqual([`${name} is a moderator now.`, `${name} is not suspended.`]);
  });

  test('refuses who is no member, and who cannot sign in', async () => {
    const context = accountsContext((await open()).db);
    await publishedCatalogue(context, 3);
    expect((await give(context, 'member', { name: 'nobody' })).refused).toEqual([
      'There is no member "nobody". A member is named by the user name.',
    ]);
    expect((await give(context, 'member', { name: 'magpie', role: 'moderator' })).refused).toEqual([
      'magpie was imported and has no account, so nobody can sign in as magpie.',
    ]);
  });
});

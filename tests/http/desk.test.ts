import { decodeHTML } from 'entities';
import { expect, test } from 'vitest';
import { jsonOf } from '../support/http.ts';
import { newVerified, Visitor } from '../support/http-visitor.ts';
import { commandSite, newDeal } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';

const site = await sharedSite();

/** A new member, and with a role somebody who moderates. */
async function newWith(role: 'member' | 'moderator' | 'administrator'): Promise<Visitor> {
  const { browser, username } = await newVerified(site);
  if (role !== 'member') await commandSite(site, 'member', { name: username, role });
  return browser;
}

const send = async <Answer>(browser: Visitor, address: string, fields: Record<string, string>) =>
  jsonOf<Answer>(await browser.send(address, { securitytoken: await browser.token(), ...fields }));

const [member, moderator] = [await newWith('member'), await newWith('moderator')];
const category = /<option value="([a-z-]+)"/.exec((await member.get('/post')).text)?.[1] ?? '';
const lamp = (title: string) => ({ do: 'submit', title, url: 'https://new-shop.example/lamp', price: '10', category });

/** What a page of lists has about something, on whichever of its pages that is; other tests leave something in them. */
async function articleOf(browser: Visitor, path: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const { status, text } = await browser.get(number === 1 ? path : `${path}?page=${number}`);
    if (status !== 200) throw new Error(`${path} has nothing about ${name}`);
    const found = text.match(/<article.*?<\/article>/gs)?.find((article) => article.includes(name));
    if (found) return found;
  }
}

/** The first buttons of the forms of a page that go somewhere and have a line to type in: Enter in the line presses them. */
const firstButtons = (page: string, action: string) =>
  (page.match(/<form.*?<\/form>/gs) ?? [])
    .filter((form) => form.includes(`action="${action}"`) && form.includes('method="post"'))
    .filter((form) => /<input(?![^>]*type="hidden")/.test(form))
    .map((form) => /<button[^>]*>/.exec(form)?.[0]);

test('Enter in a line of a moderator’s form decides nothing', async () => {
  const title = `A lamp to look at ${Date.now()}`;
  expect(await send(member, '/post', lamp(title))).toEqual({ waiting: true });
  const waiting = /\/desk\/posts\?id=\d+/.exec(await articleOf(moderator, '/desk/posts', title))?.[0] ?? '';
  expect(firstButtons((await moderator.get(waiting)).text, '/desk/posts')).toEqual([expect.stringContaining('value="preview"')]);
  const { threadId } = await newDeal(site);
  const edited = await moderator.get(`/desk/deals?id=${threadId}`);
  expect(firstButtons(edited.text, '/desk/deals')).toEqual([expect.stringContaining('value="diff"')]);
  const { reply } = await send<{ reply: { postid: number } }>(member, '/forums/newreply.php', {
    ...{ do: 'postreply', threadid: String(threadId), message: `To be looked at, ${title}` },
  });
  await send(await newWith('member'), '/forums/report.php', { postid: String(reply.postid), reason: 'Spam' });
  const queued = await articleOf(moderator, '/account/moderation', `To be looked at, ${title}`);
  expect(firstButtons(queued, '/account/moderation')).toEqual([expect.stringContaining('value="none"')]);
});

test('the form of a moderator whose session has ended is kept and leads to the log-in page; to others the desk is not there', async () => {
  const { threadId } = await newDeal(site);
  const address = `/desk/deals?id=${threadId}`;
  const page = (await moderator.get(address)).text;
  const hidden = (name: string) => decodeHTML(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '');
  const [was, owner] = [hidden('was'), hidden('owner')];
  const form = { ...(JSON.parse(was) as Record<string, string>), do: 'save', id: String(threadId), was, owner, title: 'A lamp as typed' };
  const guest = new Visitor(site.url);
  expect((await guest.submit('/desk/deals', form)).headers.location).toBe(`/account/log-in?url=${encodeURIComponent(address)}`);
  for (const [browser, key] of [
    [guest, ''],
    [member, owner],
  ] as const)
    expect((await browser.submit('/desk/deals', { ...form, owner: key })).status).toBe(404);
  expect((await moderator.get(address)).text).toContain('value="A lamp as typed"');
});

test('the form of a deal in another currency than the site’s says beside its amounts which that is', async () => {
  const [home, foreign] = [await newDeal(site), await newDeal(site, { currency: 'EUR' })];
  const helpOf = async ({ threadId }: { threadId: number }, field: string) => {
    const { text } = await moderator.get(`/desk/deals?id=${threadId}`);
    return decodeHTML(new RegExp(`id="post-${field}-help"[^>]*>([^<]*)<`).exec(text)?.[1]?.trim() ?? '');
  };
  expect(await helpOf(foreign, 'price')).toBe('In EUR. 12.99, free, “2 for €5”, “from €20”, “30% off” or BOGO.');
  for (const field of ['listPrice', 'shipping', 'freeShippingFrom']) expect(await helpOf(foreign, field)).toMatch(/^In EUR\./);
  expect(await helpOf(home, 'price')).toBe('12.99, free, “2 for $5”, “from $20”, “30% off” or BOGO.');
  expect(await helpOf(home, 'freeShippingFrom')).toBe('');
});

test('what a moderator wrote has a form for administrators, and says so to other moderators', async () => {
  const administrator = await newWith('administrator');
  const author = await newWith('moderator');
  const { threadId } = await newDeal(site);
  const message = `By a moderator, ${Date.now()}`;
  const { reply } = await send<{ reply: { postid: number } }>(author, '/forums/newreply.php', {
    ...{ do: 'postreply', threadid: String(threadId), message },
  });
  await send(member, '/forums/report.php', { postid: String(reply.postid), reason: 'Spam' });
  const known = { ...lamp(message), url: 'https://northgable.example/p/lamp' };
  const { path } = await send<{ path: string }>(author, '/post', known);
  const own = `/desk/deals?id=${/\d+/.exec(path)?.[0]}`;
  const shown = async (browser: Visitor) => [
    await articleOf(browser, '/account/moderation', message),
    (await browser.get(own)).text.match(/<main.*<\/main>/s)?.[0] ?? '',
  ];
  for (const text of await shown(moderator)) {
    expect(text).toContain('Only administrators decide about what a moderator wrote.');
    expect(text).not.toMatch(/<button[^>]*name="do"/);
  }
  for (const text of await shown(administrator)) {
    expect(text).not.toContain('Only administrators decide');
    expect(text).toMatch(/<button[^>]*name="do"/);
  }
});

test('the reason for removing votes is in the form of those members again when it is refused', async () => {
  const { postid } = await newDeal(site);
  const other = await newWith('member');
  for (const voter of [member, other]) {
    voter.jar.set('browser', 'one-browser-of-two');
    await send(voter, '/forums/sdthreadrate_ajax.php', { postid: String(postid), votetypeid: '1', vote: '1' });
  }
  const page = await moderator.get('/account/moderation-votes');
  const form = page.text.match(/<form.*?<\/form>/gs)?.find((one) => one.includes('value="remove-votes"')) ?? '';
  const hidden = Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const reason = `One person ${'x'.repeat(200)}`;
  const { headers } = await moderator.submit('/account/moderation', { ...hidden, do: 'remove-votes', reason });
  expect(headers.location).toBe('/account/moderation-votes');
  expect((await moderator.get('/account/moderation-votes')).text.match(new RegExp(reason, 'g'))).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { expect, PASSWORD, registerVerified, test } from '../../support/visitor.ts';

declare global {
  interface Window {
    /** What hostile text leaves when it was run. */
    executed?: string[];
  }
}

const MARK = `(window.executed??=[]).push(1)`;

/** Text that runs its mark where it gets into a page raw. */
const RUNNING = [
  `<script>${MARK}</script>`,
  `<img src=x onerror="${MARK}">`,
  `<svg onload="${MARK}"></svg>`,
  `<iframe srcdoc="<script>parent.${MARK.slice(1)}</script>"></iframe>`.replace('parent.window', '(parent.window'),
  `<details open ontoggle="${MARK}">x</details>`,
  `"><img src=x onerror="${MARK}">`,
  `</script><script>${MARK}</script>`,
  `--><img src=x onerror="${MARK}">`,
];
/** Text that runs when it is pressed, or in another parser. */
const OTHERS = [
  ...[`[x](javascript:${MARK})`, `[x](JaVaScRiPt:${MARK})`, `[x](java\tscript:${MARK})`, `<javascript:${MARK}>`],
  ...[`![x](x"onerror="${MARK})`, `[x](https://a.example"onmouseover="${MARK})`, '[x](data:text/html,<script>alert(1)</script>)'],
  ...[`<a href="javascript:${MARK}">x</a>`, '`<b onclick=x>`', '{{constructor.constructor("x")()}}', '${7*7}', '<!--', ']]>', '<![CDATA['],
];
/** Names that every object has; each project takes its own, because nobody can have one twice. */
const NAMES = { phone: ['constructor', 'toString', 'valueOf'], desktop: ['__proto__', 'hasOwnProperty', 'prototype'] };
const RESERVED = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'admin', 'CON', 'nul'];

test('hostile text is text, and where it is raw it runs', async ({ page, context, ownDeal }, { project }) => {
  const { path, threadId } = ownDeal;
  const send = async (address: string, form: Record<string, string>) => {
    const { securitytoken } = (await (await page.request.get('/web-api/session/')).json()) as { securitytoken: string };
    return (await (await page.request.post(address, { form: { ajax: '1', securitytoken, ...form } })).json()) as { status?: string };
  };
  /** Signs somebody in under a name of the test's, which a member of an earlier run on this site may have. */
  const become = async (name: string) => {
    await page.context().clearCookies();
    await registerVerified(page);
    const { status } = await send('/forums/changeUsername.php', { username: name });
    if (status !== 'success') {
      await page.context().clearCookies();
      await send('/forums/login.php', { do: 'login', vb_login_username: name, vb_login_password: PASSWORD });
    }
    expect(await (await page.request.get('/web-api/session/')).json()).toMatchObject({ user: { username: name } });
    return (message: string) => send('/forums/newreply.php', { do: 'postreply', threadid: String(threadId), message });
  };
  const names = NAMES[project.name as keyof typeof NAMES];
  for (const name of names) expect(await (await become(name))(`I am ${name} indeed`)).toHaveProperty('reply');
  const name = `__proto__.${randomUUID().slice(0, 6)}`;
  const say = await become(name);
  const piled = `Zalgo${'\u0301'.repeat(9_000)} ends`;
  for (const message of [
    [...RUNNING, ...OTHERS].join('\n\n'),
    RESERVED.map((word) => `\`${word}\``).join('\n\n'),
    piled,
    'pay\u202egnp.exe \u2066isolated',
    'הקוד הוא `C++`\n\n> **Yes**, שלום, *no*',
  ])
    expect(await say(message)).toHaveProperty('reply');

  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const executed = () => page.evaluate(() => window.executed);
  await page.goto(`${path}?from-reply=0#comments`);
  const comments = page.locator('.comment').filter({ hasText: name });
  await expect(comments).toHaveCount(5);
  for (const text of [...RUNNING, ...RESERVED]) await expect(page.locator('.comment__text p', { hasText: text }).first()).toBeVisible();
  for (const link of await comments.getByRole('link', { name: 'x', exact: true }).all())
    await link.click({ noWaitAfter: true, modifiers: ['Alt'] });
  // React draws them, too.
  await comments
    .first()
    .getByRole('button', { name: /^Reply/ })
    .click();
  await expect(comments.first().getByRole('textbox')).toBeFocused();
  expect(await executed()).toBeUndefined();

  for (const reserved of names) {
    const own = page.locator('.comment', { has: page.getByRole('link', { name: reserved, exact: true }) });
    await expect(own.first()).toContainText(`I am`);
  }
  const text = (await comments.nth(2).locator('.comment__text').boundingBox())!;
  expect(text.height, 'piled marks stay in their line').toBeLessThan(60);
  await expect(comments.nth(3).locator('.comment__text')).toHaveText('paygnp.exe isolated');
  const mixed = comments.nth(4).locator('.comment__text');
  const left = (element: string) => mixed.locator(element).evaluate((each) => each.getBoundingClientRect().left);
  expect(await left('strong'), 'a paragraph has its own direction').toBeLessThan(await left('em'));
  const [letter, signs] = await mixed.locator('code').evaluate(({ firstChild }) =>
    [0, 1].map((at) => {
      const range = new Range();
      range.setStart(firstChild!, at);
      range.setEnd(firstChild!, at + 1);
      return range.getBoundingClientRect().left;
    }),
  );
  expect(letter, 'code is read from the left').toBeLessThan(signs!);

  await page.goto(
    await page
      .getByRole('link', { name })
      .first()
      .getAttribute('href')
      .then((href) => href!),
  );
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await executed()).toBeUndefined();
  expect(dialogs).toEqual([]);

  // The control: the same text without the site around it.
  const raw = await context.newPage();
  await raw.route('http://raw.invalid/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: route.request().url().endsWith('/x') ? '' : RUNNING.slice(0, 3).join('') }),
  );
  await raw.goto('http://raw.invalid/');
  await expect.poll(() => raw.evaluate(() => window.executed?.length)).toBe(3);
});

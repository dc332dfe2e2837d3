import type { Page, Route } from '@playwright/test';
import { randomInt, randomUUID } from 'node:crypto';
import type { DealCard } from '../../src/features/deals/card.ts';
import { test as onTheSite } from './browser.ts';
import { mailTo } from './mails.ts';
import { newDeal } from './running-site.ts';
import { sharedSite } from './shared-site.ts';

interface Own {
  /** A deal that no other test knows, also none of a run before this one. */
  ownDeal: DealCard;
}

/** A test whose visitor comes from a network of their own, so that one test's tries do not count for another's. */
export const test = onTheSite.extend<Own>({
  ownDeal: async ({}, use) => {
    await use(await newDeal(await sharedSite()));
  },
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });
  },
});

export { expect } from './browser.ts';

export const PASSWORD = 'nine blue kettles';

/** An address that nobody else has. */
export const newAddress = () => `visitor-${randomUUID().slice(0, 13)}@example.org`;

/** Registers in the page's browser, which is signed in by that. */
export async function register(page: Page, email = newAddress()): Promise<{ email: string; username: string }> {
  const answer = await page.request.post('/forums/register.php?do=addmember', {
    form: { email, password: PASSWORD, agree: '1', older_than_13: '1', ajax: '1', securitytoken: 'guest', url: '/' },
    headers: { accept: 'application/json' },
  });
  const { username } = (await answer.json()) as { username?: string };
  if (!username) throw new Error(`the registration was refused: ${await answer.text()}`);
  return { email, username };
}

/** As `register`, and verifies the address. */
export async function registerVerified(page: Page): Promise<{ email: string; username: string }> {
  const member = await register(page);
  await verifyAddress(page, member.email);
  return member;
}

/** Verifies the address of who is signed in in the page's browser, by the link that was mailed. */
export async function verifyAddress(page: Page, email: string): Promise<void> {
  const { link } = await mailTo((await sharedSite()).dataDir, email, { subject: 'Verify' });
  const { securitytoken } = (await (await page.request.get('/web-api/session/')).json()) as { securitytoken: string };
  const form = { token: new URL(link).searchParams.get('token')!, securitytoken, ajax: '1' };
  const answer = await page.request.post('/account/verify', { form, headers: { accept: 'application/json' } });
  if (!answer.ok()) throw new Error(`the address was not verified: ${await answer.text()}`);
}

/** Somebody who has an account and is not signed in in this browser. */
export async function formerMember(page: Page): Promise<{ email: string; username: string }> {
  const member = await register(page);
  await page.context().clearCookies();
  return member;
}

/** Opens the modal as a person does. */
export async function openModal(page: Page, tab: 'Sign Up' | 'Log In', address = '/about') {
  await page.goto(address);
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  // The header of a phone has no room for both.
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('banner').getByRole('link', { name: tab }).last().click();
  const dialog = page.getByRole('dialog', { name: tab });
  await dialog.waitFor();
  return dialog;
}

/** Has a call answered by the test instead of the site; tells what was sent. */
export async function answerWith(page: Page, path: string, answer: object | string): Promise<URLSearchParams[]> {
  const sent: URLSearchParams[] = [];
  await page.route(
    (url) => url.pathname === path,
    async (route: Route) => {
      sent.push(new URLSearchParams(route.request().postData() ?? ''));
      await route.fulfill(typeof answer === 'string' ? { contentType: 'text/html', body: answer } : { json: answer });
    },
  );
  return sent;
}

/** Leaves a message for the next page load, as signing in does, and loads the page. */
export async function loadAfter(page: Page, message: object, address = '/about'): Promise<void> {
  await page.goto(address);
  await page.evaluate((saved) => sessionStorage.setItem('message-after-load', saved), JSON.stringify(message));
  await page.reload();
}

/** Sends a form as the member of the page's browser, without leaving the page. @returns what is answered */
export async function sendAsMember(page: Page, address: string, form: Record<string, string>): Promise<unknown> {
  const { securitytoken } = (await (await page.request.get('/web-api/session/')).json()) as { securitytoken: string };
  const answer = await page.request.post(address, { form: { ...form, ajax: '1', securitytoken }, headers: { accept: 'application/json' } });
  if (!answer.ok()) throw new Error(`${address} was refused: ${await answer.text()}`);
  return answer.json();
}

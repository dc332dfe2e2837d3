import type { Page } from '@playwright/test';
import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { mailTo } from '../../support/mails.ts';
import { newDeal } from '../../support/running-site.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { expect, PASSWORD, registerVerified, test } from '../../support/visitor.ts';

/** Adds an alert as the page's own script does. */
async function addAlert(page: Page, fields: Record<string, string>): Promise<void> {
  const { securitytoken } = (await (await page.request.get('/web-api/session/')).json()) as { securitytoken: string };
  const form = { do: 'do-add', ajax: '1', securitytoken, ...fields };
  const answer = await page.request.post('/forums/sddealalerts_ajax.php', { form, headers: { accept: 'application/json' } });
  expect(await answer.json()).toMatchObject({ success: true });
}

const alertOf = (page: Page, name: string) => page.getByRole('article', { name });

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled });

    test('an alert is paused, changed, asked why, and deleted', async ({ page, ownDeal }) => {
      const { username } = await registerVerified(page);
      if (javaScriptEnabled) {
        await page.goto('/about');
        await page.getByRole('banner').getByRole('button', { name: username }).click();
        await page.getByRole('link', { name: 'Deal alerts' }).click();
        await expect(page).toHaveURL('/account/alerts');
        // Who has no alerts reads what they are.
        await expect(page.getByRole('region', { name: 'Your alerts' })).toContainText('Create deal alert');
      }
      await addAlert(page, { q: 'kettle', maxprice: '40' });
      await addAlert(page, { q: 'toaster' });
      await page.goto('/account/alerts');
      const kettle = alertOf(page, 'kettle up to $40');
      await kettle.getByRole('button', { name: 'Pause' }).click();
      await expect(kettle.getByText('Paused')).toBeVisible();
      await kettle.getByRole('button', { name: 'Resume' }).click();
      await expect(kettle.getByText('Paused')).toBeHidden();

      await kettle.getByRole('link', { name: 'Edit' }).click();
      await expect(page.getByLabel('Highest price ($)')).toHaveValue('40');
      await page.getByLabel('Highest price ($)').fill('');
      await page.getByLabel('Minimum percent off').fill('30');
      await page.getByRole('checkbox', { name: 'Feed' }).check();
      await page.getByLabel('Check a deal: address or number').fill(ownDeal.path);
      await page.getByLabel('Check a deal: address or number').press('Enter');
      await expect(page.getByLabel('Minimum percent off')).toHaveValue('30');
      await expect(page.getByRole('status').filter({ hasText: 'does not meet this alert now' })).toBeVisible();
      await page.getByRole('button', { name: 'Save alert' }).click();
      const changed = alertOf(page, 'kettle 30% off or more');
      await expect(changed).toContainText('Instant by email and feed');

      await page.getByLabel('Address or number of the deal').fill(`https://example.org${ownDeal.path}`);
      await page.getByLabel('Alert', { exact: true }).selectOption('kettle 30% off or more');
      await page.getByRole('button', { name: 'Check' }).click();
      const why = page.getByRole('region', { name: 'Missed a deal?' });
      await expect(why).toContainText('does not meet this alert now');
      await expect(why.getByRole('listitem').filter({ hasText: 'has the words “kettle”' })).toContainText('Not met:');

      // The question opens below; what was pressed stays where it is.
      const ask = changed.getByText('Delete', { exact: true });
      const place = () => ask.evaluate(({ offsetLeft, offsetTop }: HTMLElement) => [offsetLeft, offsetTop]);
      const before = await place();
      await ask.click();
      await expect(changed.getByRole('button', { name: 'Delete alert' })).toBeVisible();
      expect(await place()).toEqual(before);
      await changed.getByRole('button', { name: 'Delete alert' }).click();
      await expect(changed).toHaveCount(0);
      await page.getByRole('button', { name: 'Pause all' }).click();
      await expect(alertOf(page, 'toaster').getByText('Paused')).toBeVisible();
      const exported = (await (await page.request.get('/account/alerts.json')).json()) as { alerts: { title: string }[] };
      expect(exported.alerts.map(({ title }) => title)).toEqual(['toaster']);
      await page.getByText('Delete all', { exact: true }).click();
      await page.getByRole('button', { name: 'Delete all alerts' }).click();
      await expect(page.getByRole('article')).toHaveCount(0);
    });
  });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a guest logs in, looks at what would come, and makes the alert', async ({ page }) => {
    const { email } = await formerVerifiedMember(page);
    await page.goto('/category/monitors');
    await page.getByRole('button', { name: 'Create deal alert', exact: true }).click();
    await page.getByLabel('Email Address or Username').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create deal alert' })).toBeVisible();
    await page.getByLabel('Highest price ($)').fill('90');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByLabel('Highest price ($)')).toHaveValue('90');
    await expect(page.getByText('Looks for: Monitors up to $90')).toBeVisible();
    // What is missing is said where the focus is, wherever on the page that stands.
    await page.getByLabel('Email', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Create alert' }).click();
    await expect(page.getByRole('alert')).toHaveText('Choose how we notify you.');
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('Choose how we notify you.');
    await page.getByLabel('Email', { exact: true }).check();
    await page.getByRole('button', { name: 'Create alert' }).click();
    await expect(page.getByText('Your deal alert “Monitors up to $90” was created.')).toBeVisible();
    await expect(alertOf(page, 'Monitors up to $90')).toBeVisible();
  });
});

test('pages of alerts can be used by everybody, and the link of a mail asks on one whether to end its alert, and ends it', async ({
  page,
}) => {
  const { email } = await registerVerified(page);
  const word = `theremin${Date.now()}`;
  await addAlert(page, { q: word, title: 'Instruments that nobody touches and that have a long name, longer than a phone is wide by far' });
  for (const path of ['/account/alerts?deal=1&alertid=1', `/account/alert?criteriaId=q%3D${word}`]) {
    await page.goto(path);
    await neverScrollsSideways(page, path);
    await isForEverybody(page, path, 'main');
  }
  const site = await sharedSite();
  await newDeal(site, { title: `Lone ${word}` });
  const { text } = await mailTo(site.dataDir, email, { subject: word });
  const link = /https?:\/\/\S+(\/alerts\/unsubscribe\?key=\S+)/.exec(text)?.[1] ?? '';
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  await neverScrollsSideways(page, 'unsubscribing');
  await isForEverybody(page, 'unsubscribing', 'main');
  await page.getByRole('button', { name: 'End this alert' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('We have ended the alert “Instruments that nobody touches');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Do you want to end the alert')).toBeVisible();
});

async function formerVerifiedMember(page: Page) {
  const member = await registerVerified(page);
  await page.context().clearCookies();
  return member;
}

import type { Page } from '@playwright/test';
import type { PushMessage } from '../../../src/features/offline/push-message.ts';
import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { keysOf, newReceiver } from '../../support/push-server.ts';
import { expect, register, test } from '../../support/visitor.ts';

// Colours that are still changing would be read as they are at that moment.
test.use({ serviceWorkers: 'allow' });

/** Gives a page a push service, which browsers under test have none of. @param permission what the person says when asked */
async function givePush(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript(
    ([answer, endpoint, keys]) => {
      const kept = sessionStorage;
      kept['asked'] ??= '0';
      Object.defineProperty(Notification, 'permission', { get: () => kept.getItem('permission') ?? 'default' });
      Notification.requestPermission = async () => {
        kept['asked'] = String(Number(kept['asked']) + 1);
        return (kept['permission'] = answer);
      };
      const subscription = {
        ...{ endpoint, toJSON: () => ({ endpoint, keys }) },
        unsubscribe: async () => kept.removeItem('subscribed') ?? true,
      } as unknown as PushSubscription;
      PushManager.prototype.getSubscription = async () => ('subscribed' in kept ? subscription : null);
      PushManager.prototype.subscribe = async (options) => {
        kept['subscribed'] = options?.applicationServerKey as string;
        return subscription;
      };
    },
    [permission, `https://push.example/${crypto.randomUUID()}`, keysOf(newReceiver())] as const,
  );
}

const section = (page: Page) => page.getByRole('region', { name: 'Push on this device' });
const stored = (page: Page, key: string) => page.evaluate((name) => sessionStorage.getItem(name), key);

test('push is turned on by a press that asks for permission, shows on which devices it is, and is turned off, also by logging out', async ({
  page,
}) => {
  await givePush(page, 'granted');
  await register(page);
  await page.goto('/account/alerts');
  await page.keyboard.press('Shift');
  const push = section(page);
  await expect(push.getByRole('button', { name: 'Turn on push on this device' })).toBeVisible();
  expect(await stored(page, 'asked')).toBe('0');
  await push.getByRole('button', { name: 'Turn on push on this device' }).click();
  await expect(push.getByRole('status')).toHaveText('Push is on for this device.');
  await expect(push.getByRole('listitem')).toContainText('(this device)');
  expect([await stored(page, 'asked'), (await stored(page, 'subscribed'))?.length]).toEqual(['1', 87]);
  await isForEverybody(page, 'push', 'main');
  await neverScrollsSideways(page, 'push');
  await page.reload();
  await page.keyboard.press('Shift');
  await push.getByRole('button', { name: 'Turn off push on this device' }).click();
  await expect(push.getByRole('status')).toHaveText('Push is off for this device.');
  await expect(push.getByRole('listitem')).toHaveCount(0);
  expect(await stored(page, 'subscribed')).toBeNull();

  await push.getByRole('button', { name: 'Turn on push on this device' }).click();
  await expect(push.getByRole('status')).toHaveText('Push is on for this device.');
  await page
    .locator('form[data-log-out]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(page).toHaveURL(/log-in/);
  expect(await stored(page, 'subscribed')).toBeNull();
});

test('who does not allow it is told what to do', async ({ page }) => {
  await givePush(page, 'denied');
  await register(page);
  await page.goto('/account/alerts');
  await section(page).getByRole('button', { name: 'Turn on push on this device' }).click();
  await expect(section(page)).toContainText('Your browser blocks notifications from this site.');
  await expect(section(page).getByRole('button')).toHaveCount(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says that push needs it', async ({ page }) => {
    await register(page);
    await page.goto('/account/alerts');
    await section(page).getByRole('button', { name: 'Turn on push on this device' }).click();
    await expect(page.getByText('Push needs JavaScript. Switch it on in your browser, and try again.')).toBeVisible();
  });
});

test('a push is shown, and a press on it opens what it is about', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations;
    if (first) registered.resolve(first.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto('/about');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  // Browsers under test show no notifications of the system, and open windows for presses alone.
  await worker.evaluate(`
    self.shown = new Promise((resolve) => (self.registration.showNotification = async (title, options) => resolve({ title, ...options })));
    self.opened = new Promise((resolve) => (self.clients.openWindow = async (address) => resolve(address)));
    undefined;`);
  const { origin } = new URL(page.url());
  const words = { title: '“Lamp” for $5.00', body: 'Your alert “lamps”', tag: '7', icon: `${origin}/icons/icon-192.png` };
  const message: PushMessage = { web_push: 8030, notification: { ...words, navigate: `${origin}/help` } };
  const registrationId = await registered.promise;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
  expect(await worker.evaluate('self.shown')).toEqual({ ...words, data: `${origin}/help` });
  const press = `{ notification: { data: '${origin}/help', close: () => (self.isClosed = true) }, waitUntil: () => undefined }`;
  await worker.evaluate(`void self.dispatchEvent(Object.assign(new Event('notificationclick'), ${press}))`);
  expect([await worker.evaluate('self.opened'), await worker.evaluate('self.isClosed')]).toEqual([`${origin}/help`, true]);
});

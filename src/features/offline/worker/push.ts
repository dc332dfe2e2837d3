import { isRecord } from '../../../lib/is-record.ts';
import type { PushMessage } from '../push-message.ts';
import { renewSubscription } from '../renew-subscription.ts';
import { scope } from './scope.ts';

/** Shows the notification of a push, in browsers that do not show declarative pushes themselves. */
export function showPush(event: PushEvent): void {
  if (!event.data) return;
  const message: unknown = event.data.json();
  if (!isPushMessage(message)) return;
  const { title, navigate, ...options } = message.notification;
  event.waitUntil(scope.registration.showNotification(title, { ...options, data: navigate }));
}

/** Only the site can send them, because they are encrypted, so a shallow check is enough. */
const isPushMessage = (json: unknown): json is PushMessage => isRecord(json) && isRecord(json['notification']);

/** Opens what a notification is about, in its window where there is one. */
export function openPush(event: NotificationEvent): void {
  event.notification.close();
  const address: unknown = event.notification.data;
  if (typeof address === 'string') event.waitUntil(open(address));
}

/** Called when the browser renewed or dropped the subscription. */
export function renewPush(event: PushSubscriptionChangeEvent): void {
  event.waitUntil(renewSubscription(scope.registration.pushManager, event));
}

async function open(address: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === address);
  await (shown ? shown.focus() : scope.clients.openWindow(address));
}

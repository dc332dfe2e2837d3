import type { PushMessage } from '../push-message.ts';
import { renewSubscription } from '../renew-subscription.ts';
import { scope } from './scope.ts';

/** Shows what a push says, in browsers that do not by themselves. */
export function showPush(event: PushEvent): void {
  if (!event.data) return;
  const { notification } = event.data.json() as PushMessage;
  const { title, navigate, ...options } = notification;
  event.waitUntil(scope.registration.showNotification(title, { ...options, data: navigate }));
}

/** Opens what a notification is about, in its window where there is one. */
export function openPush(event: NotificationEvent): void {
  event.notification.close();
  event.waitUntil(open(event.notification.data as string));
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

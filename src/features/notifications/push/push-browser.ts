import { isFault, postForm } from '../../session/calls.ts';
import type { ShownDevice } from '../contracts/push-devices.ts';
import { subscribePushCall } from '../contracts/subscribe-push.ts';
import { unsubscribePushCall } from '../contracts/unsubscribe-push.ts';

/** Whether this browser can get pushes, whatever the site has stored about it. */
export type PushState = 'unsupported' | 'denied' | 'possible';

/** Whether this browser can be sent pushes. */
export function pushState(): PushState {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** Address at which this browser gets pushes; undefined when it gets none. */
export async function ownEndpoint(): Promise<string | undefined> {
  if (pushState() === 'unsupported') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint;
}

/** The result of a step: the member's devices, or why it failed. */
type Outcome = { devices: ShownDevice[] } | { problem: string };

const outcomeOf = (answer: Awaited<ReturnType<typeof sendEndpoint>>): Outcome => {
  if (isFault(answer)) return { problem: answer.fault };
  return 'devices' in answer ? answer : { problem: answer.message };
};

const sendEndpoint = (fields: { endpoint: string; p256dh: string; auth: string }) => postForm(subscribePushCall, fields);

/** Asks for permission, and subscribes this browser to the member's pushes. @param publicKey the site's */
export async function enablePush(publicKey: string): Promise<Outcome> {
  // Browsers ask only in response to a press, so nothing may be awaited before.
  if ((await Notification.requestPermission()) !== 'granted') return { problem: 'Your browser was not allowed to show notifications.' };
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await subscribed(pushManager, publicKey);
    const { endpoint, keys } = subscription.toJSON();
    return outcomeOf(await sendEndpoint({ endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }));
  } catch {
    return { problem: 'Your browser could not reach its push service. Try again later.' };
  }
}

/** The subscription of this browser. One made with another key of the site, such as from before a restore, is replaced. */
async function subscribed(manager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey };
  return manager.subscribe(options).catch(async (error: unknown) => {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  });
}

/** Unsubscribes this browser from pushes. */
export async function disablePush(endpoint: string): Promise<Outcome> {
  const answer = await postForm(unsubscribePushCall, { endpoint });
  if (isFault(answer)) return { problem: answer.fault };
  if (!('devices' in answer)) return { problem: answer.message };
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe().catch(() => false);
  return answer;
}

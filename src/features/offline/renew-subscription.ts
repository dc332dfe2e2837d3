import { isRecord } from '../../lib/is-record.ts';
import { PUSH_CALL, RENEW_PUSH } from '../../lib/push-call.ts';
import { sessionCall } from '../session/contracts/session.ts';

/** What the event `pushsubscriptionchange` says (W3C, Push API). */
interface Change {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

/**
 * Continues pushes after the browser renewed or dropped its subscription: subscribes again where the browser has not, and sends the new
 * endpoint to the site. The site accepts it only for a device of the signed-in member; a refused subscription is ended.
 */
export async function renewSubscription(
  manager: Pick<PushManager, 'subscribe'>,
  { oldSubscription, newSubscription }: Change,
): Promise<void> {
  const securitytoken = await memberToken();
  if (securitytoken === undefined) return;
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  const subscription =
    newSubscription ?? (applicationServerKey && (await manager.subscribe({ userVisibleOnly: true, applicationServerKey })));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({
    do: RENEW_PUSH,
    ajax: '1',
    securitytoken,
    renewed: oldSubscription?.endpoint ?? '',
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
  });
  const response = await fetch(PUSH_CALL, { method: 'POST', body });
  const answer: unknown = response.ok ? await response.json() : undefined;
  if (isRecord(answer) && answer['success'] === false) await subscription.unsubscribe();
}

/** The token of the member who is signed in in this browser; undefined for a guest. */
async function memberToken(): Promise<string | undefined> {
  const response = await fetch(sessionCall.address);
  const answer: unknown = response.ok ? await response.json() : undefined;
  return sessionCall.isAnswer(answer) && answer.user ? answer.securitytoken : undefined;
}

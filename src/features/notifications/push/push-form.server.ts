import { refusedWith, type Outcome } from '../../session/outcomes.server.ts';
import { actionNamed } from '../../../server/http/action.ts';
import { requireFields } from '../../../server/http/fields.ts';
import { deviceOf } from '../../session/sign-in.server.ts';
import { limit } from '../../session/limit.server.ts';
import { memberForm, type MemberVisit } from '../../session/visit.server.ts';
import { renewPushCall } from '../contracts/renew-push.ts';
import { subscribePushCall } from '../contracts/subscribe-push.ts';
import { unsubscribePushCall } from '../contracts/unsubscribe-push.ts';
import { ALERTS_PAGE } from '../pages.ts';
import { addDevice, devicesOf, MOST_DEVICES, removeDevice, renewDevice } from './push-devices.server.ts';
import { arePushKeys, isPushEndpoint } from './push-endpoint.server.ts';

/** `POST /account/push`, for members alone: which of their devices get pushes. */
export const pushForm = memberForm(ALERTS_PAGE, async (visit) => {
  await limit(visit.context, 'notification-settings', visit.session.userId);
  return actionNamed(ACTIONS, visit.form.get('do'))(visit);
});

const ACTIONS: Record<string, (visit: MemberVisit) => Promise<Outcome>> = {
  [subscribePushCall.do]: subscribe,
  [unsubscribePushCall.do]: unsubscribe,
  [renewPushCall.do]: renew,
};

async function subscribe(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session, request } = visit;
  const device = requireFields(form, subscribePushCall.form);
  const { offlinePages, privateHosts } = context.config;
  if (!offlinePages) return refusedWith(ALERTS_PAGE, 'Push is off on this site.');
  if (device.endpoint === '') return refusedWith(ALERTS_PAGE, 'Push needs JavaScript. Switch it on in your browser, and try again.');
  if (!isPushEndpoint(device.endpoint, privateHosts) || !arePushKeys(device))
    return refusedWith(ALERTS_PAGE, 'This browser’s push service cannot be used. Try another browser.');
  if (!(await addDevice(context, session, { ...device, name: deviceOf(request) })))
    return refusedWith(ALERTS_PAGE, `Push is already on for ${MOST_DEVICES} devices. Remove one first.`);
  return done(visit, 'Push is on for this device.');
}

async function unsubscribe(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  await removeDevice(context.db, session.userId, requireFields(form, unsubscribePushCall.form));
  return done(visit, 'Push is off for that device.');
}

async function renew({ context, form, session }: MemberVisit): Promise<Outcome> {
  const { renewed, ...device } = requireFields(form, renewPushCall.form);
  const { offlinePages, privateHosts } = context.config;
  const isUsable = offlinePages && isPushEndpoint(device.endpoint, privateHosts) && arePushKeys(device);
  const success = isUsable && (await renewDevice(context.db, session, renewed, device));
  return { answer: { success }, to: ALERTS_PAGE };
}

const done = async ({ context, session }: MemberVisit, notice: string): Promise<Outcome> => ({
  answer: { success: true, devices: await devicesOf(context.db, session.userId) },
  to: ALERTS_PAGE,
  notice,
});

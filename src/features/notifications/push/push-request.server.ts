import webPush from 'web-push';
import type { Config } from '../../../server/config.ts';
import { fetchPublic, NotFetched } from '../../../server/fetch-public.ts';
import type { PushMessage } from '../../offline/push-message.ts';
import type { PushKeys } from './push-keys.server.ts';
import type { Authorize } from './push-token.server.ts';

/** Where a device gets its pushes, and its keys in base64url. */
export interface PushDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What became of a push. */
export type PushEnd =
  | { state: 'sent' }
  /** It may have been sent: nobody knows. */
  | { state: 'unconfirmed' }
  /** The device gets none any more. */
  | { state: 'gone' }
  | { state: 'refused'; reason: string; retryAfterMs: number | undefined };

interface Request {
  device: PushDevice;
  message: PushMessage;
  keys: PushKeys;
  authorize: Authorize;
  config: Pick<Config, 'privateHosts'>;
  /** Called when the request is ready, before any of it goes out. @returns whether to send it */
  begin: () => Promise<boolean>;
}

/** How long a push service keeps a push for a device that is offline: older deals are no longer of interest. */
const KEPT_SECONDS = 12 * 3_600;
const MS = 10_000;
const LARGEST_ANSWER = 1024 * 1024;

/**
 * Sends a message to a device (RFC 8030), encrypted for it alone (RFC 8291). Only public addresses are asked.
 * @returns undefined when `begin` says no
 */
export async function requestPush({ device, message, keys, authorize, config, begin }: Request): Promise<PushEnd | undefined> {
  const { endpoint, p256dh, auth } = device;
  const body = webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm').cipherText;
  const headers = {
    Authorization: await authorize(keys, new URL(endpoint).origin),
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: String(KEPT_SECONDS),
    Urgency: 'normal',
  };
  if (!(await begin())) return undefined;
  try {
    const { privateHosts } = config;
    const { status, headers: responseHeaders } = await fetchPublic(endpoint, {
      method: 'POST',
      headers,
      body,
      privateHosts,
      ms: MS,
      mostBytes: LARGEST_ANSWER,
    });
    if (status >= 200 && status < 300) return { state: 'sent' };
    if (status === 404 || status === 410) return { state: 'gone' };
    return { state: 'refused', reason: `the push service answered ${status}`, retryAfterMs: waitOf(responseHeaders['retry-after']) };
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
    if (error.mayHaveArrived) return { state: 'unconfirmed' };
    return { state: 'refused', reason: `the push service ${error.message}`, retryAfterMs: undefined };
  }
}

/** The wait of a `Retry-After` in seconds; for a date the usual wait applies. */
const waitOf = (header: string | undefined) => (/^\d{1,6}$/.test(header ?? '') ? Number(header) * 1_000 : undefined);

import { importJWK, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../server/context.ts';
import type { PushKeys } from './push-keys.server.ts';
import { HOUR_MS } from '../../../lib/durations.ts';

/** How long a token is valid; push services accept at most a day. */
const HOLDS_MS = 12 * HOUR_MS;
/** A token is replaced this long before it expires. */
const SPARE_MS = HOUR_MS;
/** Limits the cache, because members choose the origins. */
const MOST_ORIGINS = 200;

/** Gives the `Authorization` of a request to a push service's origin (RFC 8292). */
export type Authorize = (keys: PushKeys, origin: string) => Promise<string>;

/** Makes the function that authorizes requests to push services, with one token per origin until shortly before it expires. */
export function openPushTokens({ config, clock }: Pick<Context, 'config' | 'clock'>): Authorize {
  const tokens = new LRUCache<string, { token: Promise<string>; until: number }>({ max: MOST_ORIGINS });
  return async (keys, origin) => {
    const now = clock().getTime();
    const { publicKey } = keys;
    const name = `${publicKey} ${origin}`;
    let kept = tokens.get(name);
    // A token of before the clock was put back would hold for longer than push services accept.
    if (!kept || kept.until <= now || kept.until > now + HOLDS_MS) {
      const end = now + HOLDS_MS;
      kept = { token: sign(keys, { origin, subject: config.siteUrl, end }), until: end - SPARE_MS };
      tokens.set(name, kept);
    }
    return `vapid t=${await kept.token}, k=${publicKey}`;
  };
}

const sign = async (
  { privateKey }: PushKeys,
  { origin, subject, end }: { origin: string; subject: string; end: number },
): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(origin)
    .setSubject(subject)
    .setExpirationTime(Math.floor(end / 1_000))
    .sign(await importJWK(privateKey, 'ES256'));

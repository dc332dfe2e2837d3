import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { DAY_MS } from '../lib/durations.ts';

/** An issuer's keys could not be fetched: whether a token is valid is unknown, and it may be tried again. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

const ANSWER_MS = 5_000;
/** The address of an issuer's keys hardly ever changes; jose renews the keys themselves. */
const KNOWN_MS = DAY_MS;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/**
 * The public keys of OpenID Connect issuers, found by discovery when they are first needed, and kept.
 * @returns a function from an issuer's origin to its keys, both of which fail with `IssuerUnavailable`
 */
export function openIssuerKeys(clock: () => Date): (issuer: string) => Promise<JWTVerifyGetKey> {
  const known = new Map<string, { keys: Promise<JWTVerifyGetKey>; until: number }>();
  return (issuer) => {
    const kept = known.get(issuer);
    if (kept && kept.until > clock().getTime()) return kept.keys;
    const keys = discover(issuer);
    known.set(issuer, { keys, until: clock().getTime() + KNOWN_MS });
    // A failure is not cached; callers that wait for this request get its error.
    keys.catch(() => known.get(issuer)?.keys === keys && known.delete(issuer));
    return keys;
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const keys = createRemoteJWKSet(await keysAddress(issuer), { timeoutDuration: ANSWER_MS });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      const ofToken = TOKEN_FAULTS.some((fault) => error instanceof fault);
      throw ofToken ? error : new IssuerUnavailable(`the keys of ${issuer} cannot be had`, { cause: error });
    }
  };
}

/** Errors that mean an invalid token, not an unavailable issuer. */
const TOKEN_FAULTS = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

async function keysAddress(issuer: string): Promise<URL> {
  try {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: { Accept: 'application/json' },
    });
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    const found = discovery.parse(await answer.json());
    if (found.issuer !== issuer) throw new Error(`it says that it is ${found.issuer}`);
    const address = new URL(found.jwks_uri);
    if (issuer.startsWith('https:') && address.protocol !== 'https:') throw new Error('its keys are not on https');
    return address;
  } catch (cause) {
    throw new IssuerUnavailable(`${issuer} does not tell where its keys are`, { cause });
  }
}

import { jwtVerify, type JWTPayload } from 'jose';
import type { Context } from '../../../server/context.ts';
import { errorCode } from '../../../lib/error-code.ts';

/** Who Google says that somebody is. */
interface GooglePerson {
  /** Google's id of the account: the one thing about it that never changes. */
  subject: string;
  email: string;
  /** Whether Google knows the address to be this person's. */
  emailVerified: boolean;
  /** Whether Google itself runs the mailbox: of other addresses it only knew once whose they were. */
  runsMailbox: boolean;
}

const GOOGLE = 'https://accounts.google.com';
const TOLERANCE_S = 60;
const LONGEST_SUBJECT = 255;

/**
 * Checks an ID token of Google's sign-in (issue 4, Security): its signature, issuer, audience, age and nonce.
 * @param nonceHash what the token's `nonce` must be
 * @returns undefined when the token does not prove who somebody is
 * @throws IssuerUnavailable when Google's keys cannot be fetched
 */
export async function verifyGoogle(
  { config, clock, keysOf }: Pick<Context, 'config' | 'clock' | 'keysOf'>,
  credential: string,
  nonceHash: string,
): Promise<GooglePerson | undefined> {
  if (!config.google || !nonceHash) return undefined;
  const { issuer, clientId } = config.google;
  const keys = await keysOf(issuer);
  try {
    const { payload } = await jwtVerify(credential, keys, {
      // Google names itself in both ways, and says so.
      issuer: issuer === GOOGLE ? [GOOGLE, 'accounts.google.com'] : issuer,
      audience: clientId,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: '1 day',
      clockTolerance: TOLERANCE_S,
      currentDate: clock(),
    });
    return payload['nonce'] === nonceHash ? personOf(payload, clientId) : undefined;
  } catch (error) {
    // The keys were fetched by another copy of jose: bundled code and the server's own share no classes.
    if (errorCode(error)?.startsWith('ERR_J')) return undefined;
    throw error;
  }
}

function personOf(payload: JWTPayload, clientId: string): GooglePerson | undefined {
  const { sub: subject, email, email_verified: verified, hd: organisation, aud } = payload;
  // A token for several parties may have been got by any of them.
  if (Array.isArray(aud) && aud.some((party) => party !== clientId)) return undefined;
  if (!subject || subject.length > LONGEST_SUBJECT || typeof email !== 'string' || !email) return undefined;
  const emailVerified = verified === true || verified === 'true';
  const runsMailbox = emailVerified && isOfGoogle(email, organisation);
  return { subject, email, emailVerified, runsMailbox };
}

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** @param organisation the domain that Google runs for the account's organisation (`hd`), if it has one */
function isOfGoogle(email: string, organisation: unknown): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return GMAIL.has(domain) || (typeof organisation === 'string' && organisation.toLowerCase() === domain);
}

import { isRecord } from '../../lib/is-record.ts';
import type { Context } from '../../server/context.ts';
import { mediaType } from '../../server/http/body.ts';
import { ownCookie } from '../../server/http/cookies.ts';
import type { Call, Endpoint } from '../../server/http/endpoint.ts';
import { readSession, type Session } from '../session/read-session.server.ts';
import { sessionToken } from '../session/session-cookies.server.ts';
import { addAlert, type AlertOptions } from './add-alert.server.ts';
import { addFields, type AddFields } from './contracts/alert-fields.ts';
import { optionsFault, resolveCriteria } from './resolve-criteria.server.ts';

/** Holds what a guest wants to be notified of for a day (contract.md, Deal alerts). */
const COOKIE = 'pending-alert';
const COOKIE_SECONDS = 86_400;
/** In characters of the cookie; browsers drop one of more than 4,096 with its name and say nothing. */
const LONGEST = 3_800;

/** The message about what does not fit. */
export const TOO_LONG = 'This is too much to keep until you log in. Please log in first.';

type Visited = Pick<Call, 'context' | 'cookies'>;

/**
 * Keeps the alert that a guest asked for, for whatever signs them in: never who asked. Where that is too long, the title and where the button stood are
 * left out.
 * @returns false when it is too long even so, and nothing is kept
 */
export function savePendingAlert(
  { context, cookies }: Visited,
  criteriaId: string,
  { title, source, frequency, notification, votelevel, newlow, targetforums }: AlertOptions,
): boolean {
  const needed = {
    criteriaId,
    frequency,
    notification: notification?.join(','),
    votelevel: votelevel?.toString(),
    newlow: newlow === undefined ? undefined : newlow ? '1' : '0',
    targetforums: targetforums?.join(','),
  };
  const kept = [{ ...needed, title, source }, needed]
    .map((each) => JSON.stringify(each))
    .find((text) => encodeURIComponent(text).length <= LONGEST);
  if (kept === undefined) return false;
  cookies.set(COOKIE, kept, { ...ownCookie(context), httpOnly: true, maxAge: COOKIE_SECONDS });
  return true;
}

/** What is kept, read as strictly as a form: browsers send what they like. */
function pendingAlert({ cookies }: Visited): AddFields | undefined {
  const kept = cookies.get(COOKIE)?.value;
  if (!kept) return undefined;
  try {
    const json: unknown = JSON.parse(kept);
    const read = addFields.safeParse(isRecord(json) ? json : {});
    return read.success ? { ...read.data, dedupe: true } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An endpoint that signs in, after which the alert is made that this browser kept while its visitor was a guest.
 * @param readsCriteria whether the form may name the criteria instead (`criteriaid`), as the registration's does
 */
export function withPendingAlert(endpoint: Endpoint, { readsCriteria = false } = {}): Endpoint {
  return async (api) => {
    const { request, cookies, locals } = api;
    const visited = { context: locals.context, cookies };
    const copy = readsCriteria && request.method === 'POST' ? request.clone() : undefined;
    const before = sessionToken(visited);
    const response = await endpoint(api);
    const token = sessionToken(visited);
    // Each sign-in has a token of its own. Whoever was signed in before adds alerts by the call that is for it.
    if (token === undefined || token === before) {
      // The end of a body that is not read, because of its size among others, waits for the other copy's. That of a request that was broken
      // off cannot be cancelled any more.
      copy?.body?.cancel().catch(() => undefined);
      return response;
    }
    await makePendingAlert(visited, copy && (await criteriaIn(copy))).catch((error: unknown) =>
      locals.context.log.error({ err: error }, 'a deal alert that waited for signing in could not be made'),
    );
    return response;
  };
}

/** Makes the alert that waits for who has just signed in. Their address need not be verified yet (contract.md, Deal alerts). */
async function makePendingAlert(visited: Visited, named?: string): Promise<void> {
  const { context, cookies } = visited;
  const kept = pendingAlert(visited);
  const asked = named === undefined || named === kept?.criteriaId ? kept : addFields.parse({ criteriaId: named, dedupe: '1' });
  const session = asked && (await readSession(visited));
  if (!session) return;
  await makeAlert(context, session, asked);
  if (kept) cookies.set(COOKIE, '', { ...ownCookie(context), maxAge: 0 });
}

async function makeAlert(context: Context, { userId, suspendedUntil }: Session, asked: AddFields): Promise<void> {
  if (suspendedUntil || (await context.limits.take('alert', userId)) > 0) return;
  const criteria = await resolveCriteria(context, 'addByCriteriaId', asked);
  if ('message' in criteria || (await optionsFault(context.db, asked)) !== undefined) return;
  await addAlert(context, userId, criteria, asked);
}

async function criteriaIn(request: Request): Promise<string | undefined> {
  if (mediaType(request) !== 'application/x-www-form-urlencoded') return undefined;
  return new URLSearchParams(await request.text()).get('criteriaid') || undefined;
}

import { isRecord } from '../../lib/is-record.ts';
import { ownCookie } from '../../server/http/cookies.ts';
import type { Call, Endpoint } from '../../server/http/endpoint.ts';
import { readSession } from '../session/read-session.server.ts';
import { addAlert, DEFAULT_OPTIONS, type AlertOptions } from './add-alert.server.ts';
import { addFields } from './contracts/alert-fields.ts';
import { readCriteriaId } from './criteria.ts';

/** Holds what a guest wants to be notified of for a day (contract.md, Deal alerts). */
const COOKIE = 'pending-alert';
const COOKIE_SECONDS = 86_400;
/** Browsers refuse larger ones. */
const LONGEST = 3_000;

type Visited = Pick<Call, 'context' | 'cookies'>;

/** Keeps the alert that a guest asked for, for whatever signs them in: never who asked. */
export function savePendingAlert(
  { context, cookies }: Visited,
  criteriaId: string,
  { title, frequency, notification, ...rest }: AlertOptions,
): void {
  const options = {
    title,
    frequency,
    notification: notification.join(','),
    votelevel: String(rest.votelevel),
    newlow: rest.newlow ? '1' : '0',
  };
  const kept = JSON.stringify({ criteriaId, ...options, targetforums: rest.targetforums.join(','), source: rest.source });
  if (kept.length > LONGEST) return;
  cookies.set(COOKIE, kept, { ...ownCookie(context), httpOnly: true, maxAge: COOKIE_SECONDS });
}

/** What is kept, read as strictly as a form: browsers send what they like. */
function pendingAlert({ cookies }: Visited): { criteriaId: string; options: AlertOptions } | undefined {
  const kept = cookies.get(COOKIE)?.value;
  if (!kept) return undefined;
  try {
    const json: unknown = JSON.parse(kept);
    const read = addFields.safeParse(isRecord(json) ? json : {});
    return read.success ? { criteriaId: read.data.criteriaId, options: { ...read.data, dedupe: true } } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An endpoint that signs in, after which the alert is made that the visitor asked for as a guest: the one that the registration names
 * (`criteriaid`), or the one that this browser kept. The next page says so.
 */
export function withPendingAlert(endpoint: Endpoint): Endpoint {
  return async (api) => {
    const { request, cookies, locals } = api;
    const copy = request.method === 'POST' ? request.clone() : undefined;
    const response = await endpoint(api);
    // A body that was refused, because of its size among others, is not read after all.
    if (response.status >= 400) {
      // Its end waits for the other copy's, which may never be read.
      void copy?.body?.cancel();
      return response;
    }
    await makePendingAlert({ context: locals.context, cookies }, copy && (await criteriaIn(copy))).catch((error: unknown) =>
      locals.context.log.error({ err: error }, 'a deal alert that waited for signing in could not be made'),
    );
    return response;
  };
}

/** Makes the alert that waits, if somebody is signed in. @returns its title */
async function makePendingAlert(visited: Visited, named?: string): Promise<string | undefined> {
  const kept = pendingAlert(visited);
  const criteria = readCriteriaId(named ?? kept?.criteriaId ?? '');
  if (!criteria) return undefined;
  const session = await readSession(visited);
  if (!session) return undefined;
  const isKept = named === undefined || named === kept?.criteriaId;
  const added = await addAlert(visited.context, session.userId, criteria, isKept && kept ? kept.options : DEFAULT_OPTIONS);
  if (kept) visited.cookies.set(COOKIE, '', { ...ownCookie(visited.context), maxAge: 0 });
  return 'message' in added ? undefined : added.title;
}

async function criteriaIn(request: Request): Promise<string | undefined> {
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return undefined;
  return new URLSearchParams(await request.text()).get('criteriaid') ?? undefined;
}

import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../server/context.ts';

/** What Facebook says of an access token that a browser got. */
type FacebookOutcome =
  | { outcome: 'ok'; subject: string; email: string | undefined }
  /** The token is none of ours, or proves nothing any more. */
  | { outcome: 'refused' }
  /** Facebook could not be asked. */
  | { outcome: 'retry' };

/** The version of the API that the browser's SDK has too (spec §9). */
const VERSION = 'v10.0';
const ANSWER_MS = 5_000;
/** Codes of errors that pass by themselves: unknown, service, and limits of calls. */
const TRANSIENT_CODES = new Set([1, 2, 4, 17, 341]);

const id = z.union([z.string().min(1).max(255), z.int().positive().transform(String)]);
const inspected = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: id.optional(),
    user_id: id.optional(),
    type: z.string().optional(),
    /** In seconds; 0 is never. */
    expires_at: z.number().optional(),
  }),
});
const person = z.object({ id, email: z.string().min(1).optional() });
const fault = z.object({ error: z.object({ code: z.number().optional(), is_transient: z.boolean().optional() }) });

/** Asks Facebook whose an access token is, and takes it only when it was made for our app (issue 4, Security). */
export async function verifyFacebook(
  { config: { facebook }, clock }: Pick<Context, 'config' | 'clock'>,
  accessToken: string,
): Promise<FacebookOutcome> {
  if (!facebook || !accessToken) return { outcome: 'refused' };
  const { appId, appSecret, apiUrl } = facebook;
  const inspection = new URLSearchParams({ input_token: accessToken, access_token: `${appId}|${appSecret}` });
  const found = await request(inspected, new URL(`/debug_token?${inspection}`, apiUrl));
  if (typeof found === 'string') return { outcome: found };
  const { is_valid: isValid, app_id: ofApp, user_id: userId, type = 'USER', expires_at: end = 0 } = found.data;
  const isExpired = end !== 0 && end * 1_000 <= clock().getTime();
  if (!isValid || ofApp !== appId || !userId || isExpired || type !== 'USER') return { outcome: 'refused' };
  const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
  const query = new URLSearchParams({ fields: 'id,email', access_token: accessToken, appsecret_proof: proof });
  const owner = await request(person, new URL(`/${VERSION}/me?${query}`, apiUrl));
  if (typeof owner === 'string') return { outcome: owner };
  return owner.id === userId ? { outcome: 'ok', subject: userId, email: owner.email } : { outcome: 'refused' };
}

/**
 * Requests what Facebook says of a token. No error leaves this function, because secrets are in the address.
 * @returns `refused` where Facebook does not take the token, `retry` where nothing usable came back
 */
async function request<T extends object>(shape: z.ZodType<T>, address: URL): Promise<T | 'refused' | 'retry'> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' }).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) return 'retry';
  const json: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return shape.safeParse(json).data ?? 'retry';
  const error = fault.safeParse(json).data?.error;
  return error && !error.is_transient && !TRANSIENT_CODES.has(error.code ?? 0) ? 'refused' : 'retry';
}

import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../server/context.ts';

/** What Facebook says of an access token that a browser got. */
type FacebookOutcome =
  | { outcome: 'ok'; subject: string; email?: string; name: string }
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
const checked = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: id.optional(),
    user_id: id.optional(),
    type: z.string().optional(),
    /** In seconds; 0 is never. */
    expires_at: z.number().optional(),
  }),
});
const person = z.object({ id, name: z.string().default(''), email: z.string().min(1).optional() });
const fault = z.object({ error: z.object({ code: z.number().optional(), is_transient: z.boolean().optional() }) });

/** Nothing that may be used came back. */
class NoAnswer extends Error {}
/** Facebook does not take the token. */
class TokenRefused extends Error {}

/** Asks Facebook whose an access token is, and takes it only when it was made for our app (issue 4, Security). */
export async function verifyFacebook(
  { config: { facebook }, clock }: Pick<Context, 'config' | 'clock'>,
  accessToken: string,
): Promise<FacebookOutcome> {
  if (!facebook || !accessToken) return { outcome: 'refused' };
  const { appId, appSecret, apiUrl } = facebook;
  try {
    const { data: token } = await ask(
      checked,
      new URL(`/debug_token?${new URLSearchParams({ input_token: accessToken, access_token: `${appId}|${appSecret}` })}`, apiUrl),
    );
    const expired = token.expires_at !== undefined && token.expires_at !== 0 && token.expires_at * 1_000 <= clock().getTime();
    const ofUser = token.type === undefined || token.type === 'USER';
    if (!token.is_valid || token.app_id !== appId || !token.user_id || expired || !ofUser) return { outcome: 'refused' };
    const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
    const query = new URLSearchParams({ fields: 'id,name,email', access_token: accessToken, appsecret_proof: proof });
    const { id: subject, name, email } = await ask(person, new URL(`/${VERSION}/me?${query}`, apiUrl));
    return subject === token.user_id ? { outcome: 'ok', subject, name, ...(email && { email }) } : { outcome: 'refused' };
  } catch (error) {
    if (error instanceof TokenRefused) return { outcome: 'refused' };
    if (error instanceof NoAnswer) return { outcome: 'retry' };
    throw error;
  }
}

/**
 * @throws NoAnswer without the address that was asked: secrets are in it
 * @throws TokenRefused
 */
async function ask<T>(shape: z.ZodType<T>, address: URL): Promise<T> {
  const { ok, json } = await fetchJson(address);
  if (ok) {
    const found = shape.safeParse(json);
    if (!found.success) throw new NoAnswer();
    return found.data;
  }
  const error = fault.safeParse(json).data?.error;
  throw error && !error.is_transient && !TRANSIENT_CODES.has(error.code ?? 0) ? new TokenRefused() : new NoAnswer();
}

async function fetchJson(address: URL): Promise<{ ok: boolean; json: unknown }> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' });
    if (answer.status >= 500 || answer.status === 429) throw new NoAnswer();
    return { ok: answer.ok, json: await answer.json() };
  } catch {
    throw new NoAnswer();
  }
}

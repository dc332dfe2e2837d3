import { ownCookie } from '../../server/http/cookies.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { z } from 'zod';
import { ownPath } from '../../lib/own-path.ts';

/** What the next page says to whoever sent a plain form. */
const flashCookie = z.object({
  message: z.string(),
  /** What it is about: a page of this site, whoever wrote the cookie. */
  link: z.object({ path: z.string().refine((path) => ownPath(path) === path), text: z.string() }).optional(),
  /** Whether it did not work. */
  refused: z.boolean().optional(),
  /** The field it is about. */
  field: z.string().optional(),
  /** What was typed, so that nothing is lost. */
  kept: z.record(z.string(), z.string()).optional(),
});
export type Flash = z.output<typeof flashCookie>;

/** What was typed into a form, if it was about this post; otherwise nothing. */
export const keptFor = (flash: Flash | undefined, postId: number): Record<string, string> =>
  flash?.kept?.['postid'] === String(postId) ? flash.kept : {};

const NAME = 'flash';
const SECONDS = 60;

type Cookies = Pick<Call, 'cookies' | 'context'>;

/** Leaves a message for the next page. */
export function flash({ cookies, context }: Cookies, message: Flash): void {
  cookies.set(NAME, JSON.stringify(message), { ...ownCookie(context), httpOnly: true, maxAge: SECONDS });
}

/** The message that was left, once. */
export function consumeFlash({ cookies }: Pick<Cookies, 'cookies'>): Flash | undefined {
  if (!cookies.has(NAME)) return undefined;
  const left = readFlash(cookies);
  cookies.delete(NAME, { path: '/' });
  return left;
}

/** Says, once, what a form did; why one was refused is left for the page of the form. */
export function consumeNotice({ cookies }: Pick<Cookies, 'cookies'>): string | undefined {
  return readFlash(cookies)?.refused ? undefined : consumeFlash({ cookies })?.message;
}

function readFlash(cookies: Call['cookies']): Flash | undefined {
  try {
    return flashCookie.parse(cookies.get(NAME)?.json());
  } catch {
    return undefined;
  }
}

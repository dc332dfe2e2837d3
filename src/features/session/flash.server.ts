import { ownCookie } from '../../server/http/cookies.ts';
import type { Call } from '../../server/http/endpoint.ts';

/** What the next page says to whoever sent a plain form. */
export interface Flash {
  message: string;
  /** Whether it did not work. */
  refused?: boolean;
  /** The field it is about. */
  field?: string | undefined;
  /** What was typed, so that nothing is lost. */
  kept?: Record<string, string>;
}

const NAME = 'flash';
const SECONDS = 60;

type Cookies = Pick<Call, 'cookies' | 'context'>;

/** Leaves a message for the next page. */
export function flash({ cookies, context }: Cookies, message: Flash): void {
  cookies.set(NAME, JSON.stringify(message), { ...ownCookie(context), httpOnly: true, maxAge: SECONDS });
}

/** The message that was left, once. */
export function takeFlash({ cookies }: Pick<Cookies, 'cookies'>): Flash | undefined {
  const cookie = cookies.get(NAME);
  if (!cookie) return undefined;
  cookies.delete(NAME, { path: '/' });
  try {
    return cookie.json() as Flash;
  } catch {
    return undefined;
  }
}

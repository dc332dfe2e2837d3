import { timingSafeEqual } from 'node:crypto';

/** Whether a text that came is a secret, in a time that does not tell how much of it is right. */
export function isSameSecret(sent: string, known: string): boolean {
  // By bytes: texts of one length may have different numbers of them, which `timingSafeEqual` does not take.
  const [a, b] = [Buffer.from(sent), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}

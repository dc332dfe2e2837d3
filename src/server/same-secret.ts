import { timingSafeEqual } from 'node:crypto';

/** Compares a received text with a secret in constant time. */
export function isSameSecret(sent: string, known: string): boolean {
  // By bytes: texts of one length may have different numbers of them, which `timingSafeEqual` does not take.
  const [a, b] = [Buffer.from(sent), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}

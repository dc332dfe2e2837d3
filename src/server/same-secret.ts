import { timingSafeEqual } from 'node:crypto';

/** Compares a received text with a secret in constant time. */
export function isSameSecret(sent: string, known: string): boolean {
  // Compared as bytes, because `timingSafeEqual` requires the same number of bytes, which texts of one length may not have.
  const [a, b] = [Buffer.from(sent), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}

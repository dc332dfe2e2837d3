import { createHash } from 'node:crypto';

/** Digest of texts, each with a line break after it, and how many there were. */
export function lineDigest(): { add(text: string): void; count(): number; sha256(): string } {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(text) {
      hash.update(text).update('\n');
      count++;
    },
    count: () => count,
    sha256: () => hash.digest('hex'),
  };
}

export type LineDigest = ReturnType<typeof lineDigest>;

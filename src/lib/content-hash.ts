const LENGTH = 10;

/** A hash of 10 characters of a content (spec §9, Request dedup keys): cyrb53, 53 bits. It is no cryptographic hash. */
export function contentHash(content: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < content.length; index += 1) {
    const code = content.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  const mix = (one: number, other: number) => Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  [high, low] = [mix(high, low), mix(low, high)];
  const number = 4294967296 * (2097151 & low) + (high >>> 0);
  return number.toString(36).padStart(LENGTH, '0').slice(-LENGTH);
}

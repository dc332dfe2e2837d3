/** For 95 %. */
const Z = 1.96;

/** A share with the bounds in which its true value lies, with 95 % confidence. */
export interface Share {
  share: number;
  low: number;
  high: number;
}

/** The share of `part` in `whole`, with Wilson's score interval, which also holds for small numbers; undefined without a whole. */
export function shareOf(part: number, whole: number): Share | undefined {
  if (whole <= 0) return undefined;
  const share = part / whole;
  const middle = (share + Z ** 2 / (2 * whole)) / (1 + Z ** 2 / whole);
  const half = (Z / (1 + Z ** 2 / whole)) * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2));
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** By how much a share is above another, with Newcombe's interval (his method 10) for the difference. */
export function differenceOf(one: Share, other: Share): Share {
  const share = one.share - other.share;
  return {
    share,
    low: share - Math.hypot(one.share - one.low, other.high - other.share),
    high: share + Math.hypot(one.high - one.share, other.share - other.low),
  };
}

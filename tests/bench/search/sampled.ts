/** One in so many of a list, spread over the whole of it. */
export const sampled = <T>(list: T[], oneIn: number): T[] => list.filter((_, index) => index % oneIn === 0);

/** A visit ends after this time without an interaction, in milliseconds. */
export const VISIT_ENDS_MS = 30 * 60_000;

/** When somebody was here, in milliseconds since 1970. */
export interface Visits {
  /** When a page was last used. */
  last: number;
  /** When the visit before this one ended; 0 on the first. */
  before: number;
}

/** The visits after a page is used now. */
export function withUse(visits: Visits | undefined, now: number): Visits {
  if (!visits) return { last: now, before: 0 };
  return { last: now, before: isOver(visits, now) ? visits.last : visits.before };
}

/** When the visit before this one ended; undefined on the first visit. */
export const lastVisit = (visits: Visits | undefined, now: number): number | undefined =>
  (visits && (isOver(visits, now) ? visits.last : visits.before)) || undefined;

const isOver = ({ last }: Visits, now: number) => now - last > VISIT_ENDS_MS;

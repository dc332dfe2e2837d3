import pluralize from 'pluralize';

/** Pairs of things, and fields that end like a plural, have no other number. */
const KEPT = / & |ics$/;

/** "Monitor deals" for "Monitors": what is before another noun is in the singular. */
export const categoryTitle = (name: string): string => `${KEPT.test(name) ? name : pluralize.singular(name)} deals`;

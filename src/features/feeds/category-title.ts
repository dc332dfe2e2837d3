import pluralize from 'pluralize';

/** Names that stay as they are: pairs of things, and fields that only look like a plural. */
const KEPT = / & |ics$/;

/** "Monitor deals" for "Monitors": a noun before another noun is in the singular. */
export const categoryTitle = (name: string): string => `${KEPT.test(name) ? name : pluralize.singular(name)} deals`;

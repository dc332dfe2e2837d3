import pluralize from 'pluralize';

/** Names that stay as they are: pairs of things, and fields that only look like a plural. */
const KEPT = / & |ics$/;

/** "Monitor deals" for "Monitors": a noun before another noun is in the singular. */
export const categoryTitle = (name: string): string => `${KEPT.test(name) ? name : pluralize.singular(name)} deals`;

/** A word with one capital, its first letter; words such as "PC", "TVs" and "3D" are written with theirs everywhere. */
const CAPITALIZED = /(?<![\p{L}\p{N}])\p{Lu}[\p{Ll}\p{M}]+(?![\p{L}\p{N}])/gu;

/** "solid-state drives" for "Solid-state drives", and "PC cases" as it is: a name of a category within a sentence. */
export const categoryInSentence = (name: string): string => name.replaceAll(CAPITALIZED, (word) => word.toLowerCase());

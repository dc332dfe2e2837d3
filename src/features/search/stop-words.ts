/** Words that ask for a low price. */
export const CHEAP_WORDS = new Set(['cheap', 'cheapest', 'affordable', 'budget', 'inexpensive']);

/** Words that do not describe a product; they are not required if the query has other words. */
export const STOP_WORDS = new Set([
  ...CHEAP_WORDS,
  ...'a an the with without for of to in on at by from or my your me i is are it its that this as'.split(' '),
  ...'or what which where how do does any some get'.split(' '),
  ...'deal deals sale sales discount discounts discounted offer offers bargain bargains promo promotion price prices priced buy shop'.split(
    ' ',
  ),
  ...'best good great top nice new online find need want looking cool decent quality'.split(' '),
]);

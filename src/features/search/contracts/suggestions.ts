import * as z from 'zod/mini';

/** One line of the search box's dropdown (spec §2, §3, Autocomplete result). */
const suggestion = z.object({
  phrase: z.string(),
  /** What choosing it leads to. */
  query_intent: z.enum(['keyword', 'category_name', 'store_name', 'brand_name', 'user']),
  /** The store's, brand's or category's id. */
  tag_id: z.optional(z.union([z.number(), z.string()])),
  username: z.optional(z.string()),
  userid: z.optional(z.union([z.number(), z.string()])),
  /** Address of the member's picture. */
  avatar: z.optional(z.string()),
  reputation: z.optional(z.number()),
  group: z.enum(['trending', 'suggested']),
});
export type Suggestion = z.infer<typeof suggestion>;
export type QueryIntent = Suggestion['query_intent'];

/** A deal that has the typed words in its title. */
const suggestedDeal = z.object({
  title: z.string(),
  path: z.string(),
  /** As contract.md writes prices, such as `$1,299.99` or `free`. */
  priceText: z.string(),
  /** Address of a small picture; null where the deal has none. */
  picture: z.nullable(z.string()),
});
export type SuggestedDeal = z.infer<typeof suggestedDeal>;

/** Where live coupons and cashback of a store, or of all stores, are. */
const suggestedOffers = z.object({ title: z.string(), path: z.string(), count: z.number() });
export type SuggestedOffers = z.infer<typeof suggestedOffers>;

/** A page that lists deals, for somebody who has typed nothing. */
const suggestedLink = z.object({ title: z.string(), path: z.string(), kind: z.enum(['collection', 'category']) });
export type SuggestedLink = z.infer<typeof suggestedLink>;

/** What is suggested for what somebody types (contract.md, Browse, search, pages). */
export const suggestionsCall = {
  address: '/web-api/search/autocomplete/',
  query: z.object({ searchTerm: z._default(z.string({ error: 'must be given once' }), '') }),
  answer: z.object({
    results: z.array(suggestion),
    /** Of a text that is not empty: up to three. */
    deals: z.optional(z.array(suggestedDeal)),
    /** Of a text that names a store, or coupons: up to two. */
    offers: z.optional(z.array(suggestedOffers)),
    /** Of an empty text. */
    links: z.optional(z.array(suggestedLink)),
  }),
};
export type SuggestionsAnswer = z.infer<typeof suggestionsCall.answer>;

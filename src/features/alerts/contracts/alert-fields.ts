import * as z from 'zod/mini';
import { flag, text, wholeNumber } from '../../../lib/form-fields.ts';
import { CHANNELS, FREQUENCIES } from '../../../lib/alert-delivery.ts';
import { readTaxonomyId, readId, readWhole } from '../../../lib/exact-params.ts';
import { readTypedPrice } from '../../../lib/typed-price.ts';

/** `/forums/sddealalerts_ajax.php` (spec §7; contract.md, Deal alerts); `do` says which call. */
export const ALERTS_CALL = '/forums/sddealalerts_ajax.php';

export const ADD_METHODS = ['do-add', 'addByCriteriaId', 'do-add-widget'] as const;

export const LONGEST_TITLE = 120;
const LONGEST_WORDS = 200;
const MOST_FILTERS = 20;
const MOST_VOTES = 1_000_000;

/** A field that is read, or refused with what it must be; left empty it is as if it were not sent. */
const read = <Value>(reader: (text: string) => Value | undefined, error: string) =>
  z.pipe(
    z.string({ error: 'was sent more than once' }),
    z.transform((sent, context) => {
      const value = sent.trim() === '' ? undefined : reader(sent.trim());
      if (value === undefined && sent.trim() !== '') context.issues.push({ code: 'custom', message: error, input: sent });
      return value;
    }),
  );

/**
 * Values with commas between, or sent once for each, as the boxes of a form without script are; there an empty one before them says that none
 * is ticked.
 */
const listOf = <Value>(reader: (text: string) => Value | undefined, error: string) =>
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((sent, context) => {
      const texts = typeof sent === 'string' ? (sent.trim() === '' ? [] : sent.split(',')) : sent.filter((each) => each !== '');
      const values = texts.map((each) => reader(each.trim()));
      const found = values.filter((value) => value !== undefined);
      if (found.length < values.length) context.issues.push({ code: 'custom', message: error, input: sent });
      return [...new Set(found)];
    }),
  );

/** A box that is ticked or not; without script it comes after a field that says it is not. */
const box = z.union(
  [
    flag,
    z.pipe(
      z.array(flag).check(z.maxLength(2)),
      z.transform((sent) => sent.includes(true)),
    ),
  ],
  { error: 'must be 1 or 0' },
);

/** A price in the site's currency, as cents. */
const price = read(readTypedPrice, 'must be a price, such as 49');
const line = (most: number, error: string) => z.string({ error: 'was sent more than once' }).check(z.trim(), z.maxLength(most, error));
const names = z._default(z.array(z.string()).check(z.maxLength(MOST_FILTERS, `can hold ${MOST_FILTERS} at most`)), []);

/** What is looked for, by the three `addMethod`s: words and filters, a page's criteria, or a thing and its id. */
const wanted = {
  q: z._default(line(LONGEST_WORDS, `can have ${LONGEST_WORDS} characters at most`), ''),
  'filters[store][]': names,
  'filters[brand][]': names,
  'filters[category][]': names,
  'filters[forum][]': names,
  criteriaId: text,
  intagid: text,
};

/** Limits of prices, which narrow the criteria whichever way those are named. */
const prices = {
  minprice: z.optional(price),
  maxprice: z.optional(price),
  minpercent: z.optional(read((text) => readWhole(text, 1, 100), 'must be a whole number from 1 to 100')),
};

/** What else a member wants of an alert. */
const title = line(LONGEST_TITLE, `can have ${LONGEST_TITLE} characters at most`);
const frequency = z.enum(FREQUENCIES, { error: `must be one of ${FREQUENCIES.join(', ')}` });
const notification = listOf(
  (each) => CHANNELS.find((channel) => channel === each),
  `must be some of ${CHANNELS.join(', ')}, with commas between`,
);
const votelevel = wholeNumber(0, MOST_VOTES, `must be a whole number from 0 to ${MOST_VOTES}`);
const targetforums = listOf(readTaxonomyId, 'must be ids of forums, with commas between');

/** What was not sent is undefined: an alert that is there keeps what it has. */
const optionFields = {
  frequency: z.optional(frequency),
  notification: z.optional(notification),
  votelevel: z.optional(votelevel),
  targetforums: z.optional(targetforums),
  /** Only when the deal never cost less before (an extension of ours). */
  newlow: z.optional(box),
};

/** Fields of a new alert. */
export const addFields = z.object({
  ...wanted,
  ...prices,
  coupon: z._default(box, false),
  title: z._default(title, ''),
  ...optionFields,
  /** Where the button stood. */
  source: z._default(line(60, 'can have 60 characters at most'), ''),
  /** Whether an alert of the same criteria is changed instead. */
  dedupe: z._default(flag, false),
});
export type AddFields = z.infer<typeof addFields>;

/** Fields of a dry run. */
export const previewFields = z.object({
  ...wanted,
  ...prices,
  coupon: z._default(box, false),
  title: z.optional(title),
  ...optionFields,
  votelevel: z._default(votelevel, 0),
  targetforums: z._default(targetforums, []),
  newlow: z._default(box, false),
  /** A deal to say of why it would have come, or not. */
  threadid: z.optional(read(readId, 'must be the id of a deal')),
});
export type PreviewFields = z.infer<typeof previewFields>;

/** Fields that change an alert: those that are sent; a price that is sent empty is no limit any more. */
export const updateFields = z.object({
  alertid: wholeNumber(1, undefined, 'must be the id of an alert'),
  ...prices,
  coupon: z.optional(box),
  title: z.optional(title),
  ...optionFields,
});
export type UpdateFields = z.infer<typeof updateFields>;

import * as z from 'zod/mini';
import { MOST_EVENTS } from './addresses.ts';
import { LONGEST_EVENT_TEXT } from '../../../lib/event-text.ts';
import { MAX_INTEGER } from '../../../lib/integers.ts';

const id = z.string().check(z.regex(/^[\w-]{8,40}$/));
const count = z.int().check(z.minimum(0), z.maximum(MAX_INTEGER));
const number = z.int().check(z.minimum(1), z.maximum(MAX_INTEGER));
/** PostgreSQL cannot store NUL or lone surrogates, which JSON can contain. */
const storable = z.refine<string>((text) => text.isWellFormed() && !text.includes('\0'), 'must not hold NUL or broken Unicode');
const shortText = z.string().check(z.maxLength(LONGEST_EVENT_TEXT), storable);

const LONGEST_PATH = 500;

const trackedEvent = z.object({
  /** Made by the browser, so that an event that is sent twice counts once. */
  id,
  type: z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/)),
  /** Path of the page that it happened on. A longer one is cut: refusing it would refuse the whole batch. */
  path: z.pipe(
    z.string().check(z.regex(/^\/[^?#\s]*$/), storable),
    z.transform((path: string) => path.slice(0, LONGEST_PATH).toWellFormed()),
  ),
  tid: z.optional(number),
  pcoid: z.optional(number),
  /** Place in the list, from 1. */
  position: z.optional(number),
  /** Words that were searched for, and how many results they have. */
  q: z.optional(shortText),
  results: z.optional(count),
  /** Name of a banner. */
  banner: z.optional(shortText),
  /** Id of the page view before this one. */
  prior: z.optional(id),
  /** Where the visit began and what led there (spec §3, Funnel values). */
  startPage: z.optional(shortText),
  entryPoint: z.optional(shortText),
  /** `utm_*` and `sdxt00` to `sdxt07` of the page's query. */
  attribution: z.optional(z.record(z.string().check(z.maxLength(20), storable), shortText)),
});
export type TrackedEvent = z.output<typeof trackedEvent>;

/** A batch, as both addresses take it. */
export const eventBatch = z.array(trackedEvent).check(z.maxLength(MOST_EVENTS));

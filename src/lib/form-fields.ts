import * as z from 'zod/mini';
import { readId, readPage, readWhole } from './exact-params.ts';

/** Strict readers of fields of calls: a field is in its documented form, or refused, and never coerced. */

/** A text that one of the exact readers reads. */
const read = <T>(reader: (text: string) => T | undefined, error: string) =>
  z.pipe(
    z.string({ error }),
    z.transform((text, context) => {
      const found = reader(text);
      if (found !== undefined) return found;
      context.issues.push({ code: 'custom', message: error, input: text });
      return z.NEVER;
    }),
  );

export const wholeNumber = (least: number, most?: number, error = 'must be a whole number') =>
  read((text) => readWhole(text, least, most), error);
export const positiveId = (error = 'must be an id') => read(readId, error);
export const pageNumber = read(readPage, 'must be a page number');
export const flag = z.pipe(
  z.enum(['1', '0'], { error: 'must be 1 or 0' }),
  z.transform((text) => text === '1'),
);

/** Ids under a name that ends in `[]`: each once, in their order, and so many at most. */
export const idList = (most: number) =>
  z._default(
    z.pipe(
      z.array(positiveId()),
      z.transform((ids) => [...new Set(ids)].slice(0, most)),
    ),
    [],
  );

/** A text as it was typed; one that was not sent is empty. */
export const text = z._default(z.string({ error: 'was sent more than once' }), '');

/** Like `text`, but a missing field stays undefined. */
export const optionalText = z.optional(z.string({ error: 'was sent more than once' }));

/** A field that browsers send by the specification and that the server ignores; any value is accepted. */
export const ignoredField = z.optional(z.custom<string>());

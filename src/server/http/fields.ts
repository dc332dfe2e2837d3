import { z } from 'zod';
import { readId, readPage, readWhole } from '../../lib/exact.ts';
import { Fault } from './fault.ts';

/** Exact readers of what calls take: a field is in the form that it is documented in, or refused, and never made to fit. */

/** A text that one of the exact readers of `lib` reads. */
const read = <T>(reader: (text: string) => T | undefined, error: string) =>
  z.string({ error }).transform((text, context) => {
    const found = reader(text);
    if (found !== undefined) return found;
    context.addIssue(error);
    return z.NEVER;
  });

export const wholeNumber = (least: number, most?: number, error = 'must be a whole number') =>
  read((text) => readWhole(text, least, most), error);
export const positiveId = (error = 'must be an id') => read(readId, error);
export const pageNumber = read(readPage, 'must be a page number');
export const flag = z.enum(['1', '0'], { error: 'must be 1 or 0' }).transform((text) => text === '1');

/** Ids under a name that ends in `[]`: each once, in their order, and so many at most. */
export const idList = (most: number) =>
  z
    .array(positiveId())
    .transform((ids) => [...new Set(ids)].slice(0, most))
    .default([]);

/** A form in which a field that is read by its name was sent once: reading one that was sent twice is a Fault 400. */
export class SentForm extends URLSearchParams {
  override get(name: string): string | null {
    if (this.getAll(name).length > 1) throw new Fault(400, `${name} was sent more than once.`);
    return super.get(name);
  }
}

/** The fields of a form or query for zod: a text each, and a list where a name ends in `[]` or came more than once. */
export function fieldsOf(sent: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name);
      return [name, values.length > 1 || name.endsWith('[]') ? values : values[0]!];
    }),
  );
}

/** @throws Fault 400 that names the first field which is not as it must be */
export function requireFields<T extends z.ZodType>(sent: URLSearchParams, fields: T): z.infer<T> {
  const found = fields.safeParse(fieldsOf(sent));
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw new Fault(400, `${issue!.path[0] === undefined ? 'The form' : String(issue!.path[0])} ${issue!.message}.`);
}

/** Whether a form sets a flag; not at all is no. @throws Fault 400 for anything but 1 and 0 */
export const isSet = (form: URLSearchParams, name: string): boolean =>
  requireFields(form, z.object({ [name]: flag.default(false) }))[name]!;

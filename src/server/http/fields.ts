import * as z from 'zod/mini';
import { flag } from '../../lib/form-fields.ts';
import { required } from '../../lib/required.ts';
import { Fault } from './fault.ts';

/** A form that throws a Fault 400 when a field is read by its name and was sent more than once. */
export class SentForm extends URLSearchParams {
  override get(name: string): string | null {
    if (this.getAll(name).length > 1) throw new Fault(400, `${name} was sent more than once.`);
    return super.get(name);
  }

  /** The same form, of which a field that was sent more than once is read by its first value. */
  firstOfEach(): SentForm {
    return new FirstOfEach(this);
  }
}

class FirstOfEach extends SentForm {
  override get(name: string): string | null {
    return this.getAll(name)[0] ?? null;
  }
}

/** The fields of a form or query for zod: a text each, and a list where a name ends in `[]` or came more than once. */
export function fieldsOf(sent: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name);
      const [only, ...more] = values;
      return [name, only === undefined || more.length > 0 || name.endsWith('[]') ? values : only];
    }),
  );
}

/** Reads the fields of a form, or returns a message about the first invalid one: its name and what it must be. */
export function readFields<T extends z.core.$ZodType>(sent: URLSearchParams, fields: T): { fields: z.infer<T> } | { message: string } {
  const found = z.safeParse(fields, fieldsOf(sent));
  if (found.success) return { fields: found.data };
  const { path, message } = required(found.error.issues[0], 'what is wrong with the form');
  return { message: `${path[0] === undefined ? 'The form' : String(path[0])} ${message}.` };
}

/** As `readFields`. @throws Fault 400 that says it */
export function requireFields<T extends z.core.$ZodType>(sent: URLSearchParams, fields: T): z.infer<T> {
  const read = readFields(sent, fields);
  if ('message' in read) throw new Fault(400, read.message);
  return read.fields;
}

/** Whether a form sets a flag; false where it is missing. @throws Fault 400 for anything but 1 and 0 */
export const isSet = (form: URLSearchParams, name: string): boolean =>
  requireFields(form, z.object({ [name]: z._default(flag, false) }))[name] === true;

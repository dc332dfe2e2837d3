import * as z from 'zod/mini';
import { errorAnswer, message, success } from '../../../lib/answers.ts';
import { wholeNumber } from '../../../lib/form-fields.ts';

const hour = wholeNumber(0, 23, 'Choose an hour from the list.');
/** Nothing chosen is null. */
const orNone = <T extends z.ZodMiniType<unknown, string>>(type: T) =>
  z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    type,
  ]);

/** How a member wants to be notified: `do=update` (contract.md, Deal alerts; issue 17, Deliver). */
export const deliveryCall = {
  address: '/account/delivery',
  do: 'update',
  isRepeatable: true,
  form: z.object({
    /** A name of the IANA data base. */
    timezone: z.string(),
    digesthour: hour,
    /** From 1, a Monday. */
    digestday: wholeNumber(1, 7, 'Choose a day from the list.'),
    /** Local hours; both are empty for none. */
    quietfrom: orNone(hour),
    quietuntil: orNone(hour),
    /** Empty for any number. */
    mostaday: orNone(wholeNumber(1, 100, 'Choose a number from 1 to 100, or leave it empty.')),
  }),
  answer: z.union([success, z.object({ success: z.literal(false), field: z.optional(z.string()), message }), errorAnswer]),
};

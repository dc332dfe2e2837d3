import * as z from 'zod/mini';
import { keyed } from '../../../lib/keyed.ts';
import { text } from '../../../lib/form-fields.ts';

/** What is typed of a deal, by the names of a record's fields, in the order of the form. */
export const POST_FIELDS = [
  ...(['url', 'title', 'price', 'listPrice', 'store', 'category', 'couponCode', 'shipping', 'freeShippingFrom'] as const),
  ...(['membersOnly', 'condition', 'startsAt', 'expiresAt', 'image', 'description'] as const),
] as const;
export type PostField = (typeof POST_FIELDS)[number];

/** What was typed: an empty text is nothing. */
export type PostFields = Record<PostField, string>;

export const postFields = z.object(keyed(POST_FIELDS, () => text));

/** A random key of the form, by which a repeated request is recognized; limited in length because it is indexed. */
export const formKey = z._default(z.string().check(z.maxLength(100, 'must have at most 100 characters')), '');

/** Why the deal was refused, as a message, and the field that it is about. */
export const postFault = z.object({ field: z.enum(POST_FIELDS), message: z.string() });
export type PostFault = z.infer<typeof postFault>;

import type { PostField } from './contracts/fields.ts';

/** What the fields of the form are called. */
export const FIELD_LABELS: Record<PostField, string> = {
  url: 'Address of the deal',
  title: 'Title',
  price: 'Price',
  listPrice: 'List price',
  store: 'Store',
  category: 'Category',
  couponCode: 'Coupon code',
  shipping: 'Shipping',
  freeShippingFrom: 'Free shipping from',
  membersOnly: 'Only for members of',
  condition: 'Condition',
  startsAt: 'Starts',
  expiresAt: 'Ends',
  image: 'Address of a picture',
  description: 'Description',
};

/** Required fields, with the message when one is missing. The store is optional: it is found by the address. */
export const REQUIRED_FIELDS = {
  url: 'Please give the address of the deal, as it stands in your browser.',
  title: 'Please give the deal a title.',
  price: 'Please give the price.',
  category: 'Please choose a category.',
} as const satisfies Partial<Record<PostField, string>>;

export const CONDITION_NAMES = { new: 'New', 'open-box': 'Open box', refurbished: 'Refurbished', used: 'Used' } as const;

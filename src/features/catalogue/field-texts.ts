import type { RecordType, FileRecordOf } from './record.ts';

/** What a field of a record is, for editors, and what may be in it in a table. */
export interface FieldText {
  about: string;
  /** As it is in a cell of CSV; '' where a starter file leaves it empty. */
  example: string;
}

const field = (about: string, example = ''): FieldText => ({ about, example });

const slug = (example: string) => field('its name in addresses: lowercase letters, digits and hyphens', example);
const position = field('its place in lists, from 0', '1');
const source = field('whose record it is; `--source` says it for all', 'mine');
const sourceId = (example: string) => field('what the source calls it; importing it again replaces it', example);
const votes = {
  votesUp: field('votes for it before it came; only for what is new'),
  votesDown: field('votes against it before it came; only for what is new'),
};
const schedule = {
  startsAt: field('when it begins to show; a day without a time is its first moment'),
  expiresAt: field('when it ends; a day without a time is its last moment', '2031-12-31'),
  expired: field('whether it is over, whatever its dates say: yes or no'),
};
const currency = field('ISO code; without it what the sign in a price says, or `SITE_CURRENCY`');
const kind = field('the drawing to show without a picture, such as `monitor`');
const postedAt = field('when it was posted; without it the moment of the import');
const postId = field('the number in addresses of the post, `#post1043`; only for what is new, and where no other post has it');
const url = (about: string, example: string) => field(`${about}: an address with http:// or https://`, example);

/** Every field of every type but `type` itself. */
export const FIELD_TEXTS: { [T in RecordType]: Record<Exclude<keyof FileRecordOf<T>, 'type'>, FieldText> } = {
  forum: { slug: slug('hot-deals'), title: field('what it is called', 'Hot Deals'), position },
  category: {
    slug: slug('monitors'),
    name: field('what it is called', 'Monitors'),
    parent: field('the slug of the category above it'),
    kind,
    tint: field('blue, teal, violet, rose, amber, green, slate or sand'),
    position,
  },
  store: {
    slug: slug('acme'),
    name: field('what it is called', 'Acme'),
    host: field('its host', 'acme.example'),
    url: url('its home page', 'https://acme.example/'),
    description: field('text; may be empty in JSON', 'Everything for the desk.'),
  },
  brand: { slug: slug('zeta'), name: field('what it is called', 'Zeta') },
  collection: {
    slug: slug('under-25'),
    title: field('what it is called', 'Under $25'),
    description: field('text; may be empty in JSON', 'Small things.'),
    position,
    rule: field(
      'what is in it, as JSON: deals by `maxPrice`, `minPercent`, `categories`, `lowest`, `picked`; or offers',
      '{"items":"deals","maxPrice":"25"}',
    ),
  },
  member: {
    source,
    sourceId: sourceId('m1'),
    username: field('3 to 20 letters, digits, dots, hyphens or underscores', 'Ada'),
    joinedAt: field('when they joined', '2025-01-31'),
  },
  deal: {
    source,
    sourceId: sourceId('1'),
    title: field('what is offered, in 3 to 200 characters', 'A 27-inch monitor'),
    description: field('text; an empty line begins a paragraph', 'Flat, 144 Hz.'),
    kind,
    image: url('a picture, which the site fetches', ''),
    store: field('slug or name of the store', 'acme'),
    brand: field('slug or name of the brand'),
    category: field('slug or name of the category, or the way to it: `Home > Kitchen`', 'monitors'),
    forum: field('slug of the forum; without it `hot-deals`'),
    collections: field('slugs of the collections it is picked for; in CSV with `|` between them'),
    url: url('the deal at the store', 'https://acme.example/p/1'),
    price: field(
      'an amount as it is printed, such as `$1,299.99`, `free`, or words: `2 for $5`, `from $20`, `$20 - $50`, `30% off`, `save $6`, `BOGO`',
      '199.00',
    ),
    listPrice: field(
      'the earlier price that the deal is compared with; more than the price. It is shown as "was $992 in Mar 2024", without a percentage',
      '249.00',
    ),
    listPriceSeen: field('the day on which that was seen; not in the future', '2025-11-01'),
    currency,
    couponCode: field('the coupon code', 'SAVE20'),
    shipping: field('what delivery costs, or `free`; left out where it is not known', '5.99'),
    freeShippingFrom: field('the price from which delivery is free', '35.00'),
    shipsTo: field('codes of the countries it is delivered to; in CSV with `|` between them', 'US|CA'),
    membersOnly: field('the membership that the price needs, such as `Prime`'),
    condition: field('new, open-box, refurbished or used; new is not shown', 'new'),
    checkedAt: field('when the price was checked last; without it the day of the last observed price. Not in the future', '2025-11-02'),
    variants: field('colours, sizes and the like; in CSV with `|` between them'),
    postedAt,
    updatedAt: field('when it was changed last'),
    ...schedule,
    postedBy: field('the `sourceId` of the member who posts it'),
    postedBySource: field('the source of that member, when it is another'),
    ...votes,
    prices: field(
      'observed prices, which percentages, verdicts and the price history are of; in CSV `2024-01-20=54.99|2024-02-20=49.99`, in JSON pairs',
    ),
    threadId: field('the number in its address, `/f/1042-…`; only for what is new, and where no other deal has it'),
    postId,
    merged: field(
      'deals that were merged into it, as JSON with `threadId`, `source` and `sourceId` of each: their addresses lead to it; only for what is new, and where no other deal has them',
    ),
    offSite: field('whether a moderator took it off the site, so that no page shows it: yes or no; only for what is new'),
  },
  comment: {
    source,
    sourceId: sourceId('c1'),
    deal: field('the `sourceId` of its deal', '1'),
    dealSource: field('the source of that deal, when it is another'),
    parent: field('the `sourceId` of the comment that it answers'),
    parentSource: field('the source of that comment, when it is another'),
    member: field('the `sourceId` of who wrote it; `null` in JSON for one who has left', 'm1'),
    memberSource: field('the source of that member, when it is another'),
    body: field('what it says, in 2 to 10,000 characters', 'Good one.'),
    postedAt: field('when it was written', '2025-11-02'),
    ...votes,
    postId,
  },
  offer: {
    source,
    sourceId: sourceId('o1'),
    offerType: field('coupon or cashback', 'coupon'),
    title: field('what is offered, in 3 to 200 characters', 'Ten percent off desks'),
    description: field('text'),
    kind,
    store: field('slug or name of the store; or else `maker`', 'acme'),
    maker: field('who gives it, when it is no store'),
    code: field('the code; a coupon needs one', 'TEN'),
    percent: field('what it takes off, in percent', '10'),
    amount: field('what it takes off, as an amount'),
    minimum: field('what must be bought for it'),
    currency,
    terms: field('its small print'),
    url: url('where it holds', ''),
    postedAt: field('when it was posted', '2025-11-01'),
    ...schedule,
    year: field('the year of an archived coupon, whose dates stay'),
    offerId: field('the number in its address, `/pco/7`; only for what is new, and where no other offer has it'),
  },
};

import { z } from 'zod';
import { instant, singleLineText, slug, webAddress } from '../../server/editor-fields.ts';
import { ownPath } from '../../lib/own-path.ts';
import { DEVICE_KINDS } from '../../server/device-kind.ts';
import { placeText, writtenIssue } from '../../server/written-problems.ts';

/** Pictures that buttons and dropdowns may have, drawn in `Icon.astro`. */
export const ICONS = ['bell', 'bookmark', 'cart', 'cashback', 'chat', 'coupon', 'gift', 'search', 'star', 'tag', 'user'] as const;

const MOST_LINKS = 60;

const title = singleLineText(1, 40);
const badge = singleLineText(1, 12).optional();
const icon = z.enum(ICONS, `must be one of ${ICONS.join(', ')}`);
const isLink = (text: string) => ownPath(text) !== undefined || webAddress.safeParse(text).success;
const link = z.string('must be text').refine(isLink, 'must be a path such as /popular or an address that begins with http:// or https://');
const picture = link;
/** A colour as `#rrggbb`. */
const color = z.string('must be text').regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f6feb');
/** Kept as it was written. */
const moment = z.string('must be text').refine((text) => instant.safeParse(text).success, 'must be a date such as 2026-01-31T12:00:00Z');
const flag = z.boolean('must be true or false');
/** Beginnings of paths that something is for. */
const paths = z.array(link).max(20);

const dropdownItem = z.strictObject({ title, href: link, leftIcon: icon.optional(), rightIcon: icon.optional(), badge });
/** `categories` stands for the top-level categories. */
const dropdown = z.union(
  [z.literal('categories'), z.array(dropdownItem).min(1).max(MOST_LINKS)],
  'must be a list of links, each with title and href, or "categories"',
);

const plainLink = z.strictObject({ title, href: link });
const textLink = z.strictObject({ title, href: link, hrefNewTab: flag.optional(), badge, dropdown: dropdown.optional() });
const iconButton = z
  .strictObject({
    title,
    icon: icon.optional(),
    /** A picture in place of the icon. */
    avatar: picture.optional(),
    alt: singleLineText(1, 80).optional(),
    badge,
    href: link.optional(),
    hrefNewTab: flag.optional(),
    clickAction: z.literal('regModal', 'must be "regModal"').optional(),
    dropdown: dropdown.optional(),
    /** How it stands out. */
    modifiers: z.array(z.enum(['highlighted'], 'must be "highlighted"')).optional(),
    /** The one of type `user` adds its dropdown to the member's menu. */
    buttonType: z.enum(['link', 'user'], 'must be "link" or "user"').optional(),
  })
  .refine((button) => button.buttonType === 'user' || button.href !== undefined || button.dropdown !== undefined, 'needs href or dropdown')
  .refine((button) => button.buttonType === 'user' || button.icon !== undefined || button.avatar !== undefined, 'needs icon or avatar');

const header = z.strictObject({
  logo: z.strictObject({ imageUrl: picture, alt: singleLineText(1, 80) }).optional(),
  /** The sub-navigation labelled 'Trending'; without it, the first collections. An empty list hides it. */
  subNavigation: z.array(plainLink).max(20).optional(),
  iconButtons: z.array(iconButton).max(8).default([]),
  textLinks: z.array(textLink).max(12).default([]),
  financeLinks: z.array(plainLink).max(4).default([]),
  occasion: z
    .strictObject({
      title,
      imageUrl: picture,
      link,
      color,
      mstValues: z.strictObject({ banner: singleLineText(1, 80) }).optional(),
    })
    .optional(),
  extensionPromo: z.strictObject({ ctaLink: link }).optional(),
  bannerReservation: z
    .enum(['none', 'reserveMegabanner', 'announcementBar'], 'must be "none", "reserveMegabanner" or "announcementBar"')
    .default('none'),
  /** Whether a choice at `/opt-in/…` or `/opt-out/…` concludes on the home page, and not where it was made. */
  optInConclusion: z.boolean().default(false),
});

const footerParts = {
  appLinks: z
    .array(
      z.strictObject({
        type: z.enum(['extension', 'android', 'ios'], 'must be "extension", "android" or "ios"'),
        title,
        url: webAddress,
        src: picture,
        srcSet: singleLineText(1, 500).optional(),
      }),
    )
    .max(6),
  linkSections: z.array(z.strictObject({ heading: title, links: z.array(z.strictObject({ title, url: link })).max(20) })).max(6),
  experienceSwitcher: z.strictObject({ displaySwitcher: flag, currentExperience: title }).optional(),
  experiences: z.array(z.strictObject({ content: title, url: link })).max(6),
};
const footer = z.strictObject({
  appLinks: footerParts.appLinks.default([]),
  linkSections: footerParts.linkSections.default([]),
  experienceSwitcher: footerParts.experienceSwitcher,
  experiences: footerParts.experiences.default([]),
  /** Replacements of these parts on some pages (spec §2, Footer). */
  overrides: z.array(z.strictObject(footerParts).partial().extend({ paths })).max(20).default([]),
});

const bannerFields = {
  heading: singleLineText(1, 80),
  sponsoredStoreId: slug.optional(),
  /** Logo of that store; without it the first letter of its name is there. */
  sponsorLogoUrl: picture.optional(),
  hideSponsor: flag.default(false),
  thirdPartyPixelName: singleLineText(1, 40).optional(),
  /** The name that the report of visits gives it; without one it is its heading. */
  module: singleLineText(1, 40).optional(),
  /** For the site in this experience alone (`footer.experienceSwitcher`). */
  experience: singleLineText(1, 40).optional(),
  /** Who sees it; without it everybody. */
  visitors: z.enum(['guests', 'members'], 'must be "guests" or "members"').optional(),
  devices: z.array(z.enum(DEVICE_KINDS, 'must be "mobile", "tablet" or "desktop"')).min(1).optional(),
  /** Only for visitors with this variant of an A/B test, such as `sale:Red`. */
  variant: z
    .string('must be text')
    .regex(/^[a-z][a-z0-9-]{0,39}:[A-Za-z][A-Za-z0-9 -]{0,39}$/, 'must be a test and a variant of it, such as "sale:Red"')
    .optional(),
  /** Where it shows: on the home page, on all others, or on both. */
  section: z.enum(['frontpage', 'site'], 'must be "frontpage" or "site", or left out for both').optional(),
  /** Beginnings of the paths that it shows on; without them on all. */
  paths: paths.optional(),
  startsAt: moment.optional(),
  endsAt: moment.optional(),
};

/** A banner (spec §3, Banner); `sponsoredStoreId` is a store's name in addresses. */
const banner = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('announcementBar'),
      ...bannerFields,
      copyText: singleLineText(1, 200).optional(),
      ctaText: singleLineText(1, 40),
      linkUrl: link,
      imageUrl: picture.optional(),
      /** Shows one line, without the copy text. */
      minifyVersion: flag.default(false),
    }),
    z.strictObject({
      type: z.literal('megaBanner'),
      ...bannerFields,
      url: link,
      image1x: picture,
      backgroundColor: color.optional(),
      openInNewTab: flag.default(false),
      /** The pair of the cookie `sd_p` that remembers that it was collapsed. */
      cookieName: z
        .string('must be text')
        .regex(/^[\w-]{1,40}$/, 'must be letters, digits, - and _')
        .default('megabanner'),
      cookieValue: z.literal('collapsed', 'must be "collapsed"').default('collapsed'),
    }),
  ],
  'must be "announcementBar" or "megaBanner"',
);
export type Banner = z.output<typeof banner>;

/** What editors decide of header, footer and banners (spec §3). */
export const shellFile = z.strictObject({ header, footer, banners: z.array(banner).max(50).default([]) });
export type ShellFile = z.output<typeof shellFile>;

/** Reads a file as editors write it; what is wrong with it is told in their words. */
export const parseShellFile = (value: unknown) => shellFile.safeParse(value, { error: writtenIssue });

/** What is wrong with a file, a line each, with where it is: `header.textLinks[2].href must be …`. */
export function shellProblems(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${placeText(path) || 'The file'} ${message}`);
}

import { sql, type Selectable } from 'kysely';
import { missingOfferLists } from '../../lib/offer-lists.ts';
import type { Region } from '../../lib/region.ts';
import type { Config } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';
import type { CollectionTable, OfferType } from '../../server/db/schema/catalogue.ts';
import { readTextFile } from '../../server/front-matter.ts';
import { dayIn } from '../../server/read-date.ts';
import { lookOf, type Look } from '../../server/look/look.ts';
import type { AbTest } from '../ab-tests/ab-test.ts';
import { AB_TESTS_SETTING, parseAbTests } from '../ab-tests/ab-tests.server.ts';
import { storedPhotos } from '../pictures/stored.server.ts';
import { foreignPictures, ownPictures, withOwnFooter, withOwnHeader } from './own-pictures.ts';
import { DEFAULT_SHELL } from './default-shell.ts';
import type { ShellFile } from './shell-file.ts';
import { readShell, SHELL_SETTING } from './shell-settings.server.ts';

const TRENDING_LINKS = 8;

/** What is around every page. */
export interface Shell {
  siteName: string;
  siteUrl: string;
  /** Files of the site's own look; undefined for the default look. */
  look?: Look | undefined;
  contactEmail: string;
  region: Region;
  header: HeaderData;
  footer: ShellFile['footer'];
  /** The title of the imprint; undefined where nobody has written one. */
  imprint?: string | undefined;
  /** Whether there is demo data, which the footer mentions. */
  demo: boolean;
  /** The current year in the site's time zone. */
  year: number;
  signIn: SignIn;
  /** Whether visits are counted (settings TRACKING and CONSENT). */
  tracking: Config['tracking'];
  /** A/B tests that run. */
  abTests: AbTest[];
  search: SearchSettings;
  /** Whether browsers keep pages for reading offline. */
  keepsPages: boolean;
}

/** What the header shows: as editors decided, with the links that follow from the catalogue filled in. */
export interface HeaderData extends Omit<ShellFile['header'], 'textLinks' | 'iconButtons' | 'subNavigation'> {
  /** Links of the sub-navigation labelled 'Trending' (spec §2). */
  trending: PlainLink[];
  /** The browse pages of coupons and cashback; none on a site that has neither. */
  offers: PlainLink[];
  /** The top-level categories. */
  categories: PlainLink[];
  textLinks: Listed<ShellFile['header']['textLinks'][number]>[];
  iconButtons: Listed<ShellFile['header']['iconButtons'][number]>[];
}

/** `listsCategories`: its dropdown lists the categories of the catalogue. */
type Listed<Entry> = Omit<Entry, 'dropdown'> & { dropdown?: DropdownItem[] | undefined; listsCategories?: true };
type Collection = Pick<Selectable<CollectionTable>, 'slug' | 'title' | 'rule'>;
type PlainLink = ShellFile['header']['financeLinks'][number];
export type DropdownItem = Exclude<NonNullable<ShellFile['header']['textLinks'][number]['dropdown']>, string>[number];

/** What the search box is made with (spec §3, Header data). */
export interface SearchSettings {
  /** Where the form goes: a path or a web address. */
  action: string;
  /** From how many letters on there are suggestions. */
  minimum: number;
  /** Whether it suggests at all and knows of forums: the 'coupons' host does neither. */
  suggests: boolean;
}

/** What the registration and log-in modal is made with (spec §2, §3). */
export interface SignIn {
  showOnPageLoad: boolean;
  small: 'overlay' | 'drawer' | 'takeover';
  large: 'center' | 'top-right' | 'bottom-left' | 'takeover';
  google?: { clientId: string; script: string } | undefined;
  facebook?: { appId: string; script: string } | undefined;
  /** Address of the captcha's scripts. */
  captcha?: string | undefined;
}

/** The shell of the page that is being rendered: the one that the caller has loaded, otherwise read now. */
export const shellFor = ({ context, shell }: App.Locals): Promise<Shell> | Shell => shell ?? loadShell(context);

/** Reads what is around every page. */
export async function loadShell({ db, config, clock }: Context): Promise<Shell> {
  const { file, tests, imprint, collections, categories, offerTypes, demo } = await db
    .selectNoFrom((eb) => [
      eb.selectFrom('settings').select('value').where('key', '=', SHELL_SETTING).as('file'),
      eb.selectFrom('settings').select('value').where('key', '=', AB_TESTS_SETTING).as('tests'),
      eb.selectFrom('text_versions').select('markdown').where('name', '=', 'imprint').orderBy('version', 'desc').limit(1).as('imprint'),
      eb
        .selectFrom('collections')
        .select((of) => of.fn.jsonAgg('collections').as('all'))
        .as('collections'),
      eb
        .selectFrom('categories')
        .where('parent_id', 'is', null)
        .select((of) => of.fn.jsonAgg('categories').as('all'))
        .as('categories'),
      sql<OfferType[]>`array(select type from unnest('{coupon,cashback}'::text[]) as type
        where exists (select from offers where offer_type = type and status in ('live', 'expired')))`.as('offerTypes'),
      eb.exists(eb.selectFrom('deals').select('thread_id').where('source', '=', 'demo')).as('demo'),
    ])
    .executeTakeFirstOrThrow();
  const shellFile = readShell(file);
  const own = ownPictures(await storedPhotos(db, foreignPictures(shellFile)));
  const first = <Row extends { position: number; slug: string }>(rows: Row[] | null) =>
    (rows ?? []).toSorted((a, b) => a.position - b.position || a.slug.localeCompare(b.slug));
  return {
    ...fixedShell(config, clock()),
    header: withCatalogue(withOwnHeader(shellFile.header, own), {
      trending: first(collections).map(({ title, slug }) => ({ title, href: `/browse/${slug}` })),
      offers: offerLinks(first(collections), offerTypes),
      categories: first(categories).map(({ name, slug }) => ({ title: name, href: `/category/${slug}` })),
    }),
    footer: withOwnFooter(shellFile.footer, own),
    imprint: titleOf(imprint),
    demo: Boolean(demo),
    abTests: parseAbTests(tests),
  };
}

/** Links to collections of offers, and to the built-in lists of the types of offers that exist. */
function offerLinks(collections: Collection[], types: OfferType[]): PlainLink[] {
  const lists = missingOfferLists(collections.map(({ slug }) => slug)).filter(({ rule }) => types.includes(rule.offerType));
  return [...lists, ...collections.filter(({ rule }) => rule.items === 'offers')].map(({ title, slug }) => ({
    title,
    href: `/browse/${slug}`,
  }));
}

/** The title of a text; undefined where there is none. */
function titleOf(markdown: string | null): string | undefined {
  const file = markdown === null ? undefined : readTextFile(markdown);
  return file && 'title' in file ? file.title : undefined;
}

/** The shell of a page that is shown when the database does not answer. */
export const shellWithoutDatabase = (config: Config): Shell => ({
  ...fixedShell(config, new Date()),
  header: withCatalogue(DEFAULT_SHELL.header, { trending: [], offers: [], categories: [] }),
  footer: DEFAULT_SHELL.footer,
  demo: false,
  abTests: [],
});

const fixedShell = (config: Config, now: Date) => ({
  siteName: config.siteName,
  siteUrl: config.siteUrl,
  look: lookOf(config),
  contactEmail: config.contactEmail,
  region: config.region,
  year: Number(dayIn(now, config.region.timeZone).slice(0, 4)),
  signIn: signInOf(config),
  search: searchOf(config),
  tracking: config.tracking,
  keepsPages: config.offlinePages,
});

/** Fills in the links that come from the catalogue; a dropdown that would be empty becomes a plain link. */
function withCatalogue(
  { subNavigation, textLinks, iconButtons, ...header }: ShellFile['header'],
  { trending, offers, categories }: Record<'trending' | 'offers' | 'categories', PlainLink[]>,
): HeaderData {
  const listed = <Entry extends ShellFile['header']['textLinks' | 'iconButtons'][number]>({ dropdown, ...entry }: Entry) => {
    const items = dropdown === 'categories' ? categories : dropdown;
    const ofCategories = dropdown === 'categories' && { listsCategories: true as const };
    return { ...entry, ...(items && items.length > 0 && { dropdown: items, ...ofCategories }) };
  };
  return {
    ...header,
    trending: subNavigation ?? trending.slice(0, TRENDING_LINKS),
    offers,
    categories,
    textLinks: textLinks.map(listed),
    iconButtons: iconButtons
      .map(listed)
      .filter(({ href, dropdown, buttonType }) => buttonType === 'user' || href !== undefined || dropdown),
  };
}

/** The settings of the registration and log-in modal. */
const signInOf = ({ regModal, google, facebook, captcha }: Config): SignIn => ({
  ...regModal,
  ...(google && { google: { clientId: google.clientId, script: `${google.issuer}/gsi/client` } }),
  ...(facebook && { facebook: { appId: facebook.appId, script: `${facebook.scriptUrl}/en_US/sdk.js` } }),
  ...(captcha && { captcha: captcha.url }),
});

/** The settings of the search box. */
const searchOf = ({ search, siteHost }: Config): SearchSettings => ({ ...search, suggests: siteHost === 'deals' });

import type { Crumb } from '../../lib/page.ts';
import type { Config } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';

const TRENDING_LINKS = 8;

/** What stands around every page. */
export interface Shell {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  /** Links of the sub-navigation labelled 'Trending' (spec §2). */
  trending: Crumb[];
  /** Whether demo data is shown, which the footer then says. */
  demo: boolean;
  year: number;
  signIn: SignIn;
  search: SearchSettings;
}

/** What the search box is made with (spec §3, Header data). */
export interface SearchSettings {
  /** Where the form goes: a path or a web address. */
  action: string;
  /** From how many letters on it suggests. */
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

/** What stands around the page that is being made: as whoever asks for it has loaded it, or read for it alone. */
export const shellFor = ({ context, shell }: App.Locals): Promise<Shell> | Shell => shell ?? loadShell(context);

/** Reads what stands around every page. */
export async function loadShell({ db, config, clock }: Context): Promise<Shell> {
  const { collections, demo } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('collections')
        .select((of) => of.fn.jsonAgg('collections').as('all'))
        .as('collections'),
      eb.exists(eb.selectFrom('deals').select('thread_id').where('source', '=', 'demo')).as('demo'),
    ])
    .executeTakeFirstOrThrow();
  const trending = (collections ?? []).toSorted((a, b) => a.position - b.position || a.slug.localeCompare(b.slug)).slice(0, TRENDING_LINKS);
  return {
    siteName: config.siteName,
    siteUrl: config.siteUrl,
    contactEmail: config.contactEmail,
    trending: trending.map(({ title, slug }) => ({ name: title, path: `/browse/${slug}` })),
    demo: Boolean(demo),
    year: clock().getUTCFullYear(),
    signIn: signInOf(config),
    search: searchOf(config),
  };
}

/** What the settings say of the registration and log-in modal. */
export const signInOf = ({ regModal, google, facebook, captcha }: Config): SignIn => ({
  ...regModal,
  ...(google && { google: { clientId: google.clientId, script: `${google.issuer}/gsi/client` } }),
  ...(facebook && { facebook: { appId: facebook.appId, script: `${facebook.scriptUrl}/en_US/sdk.js` } }),
  ...(captcha && { captcha: captcha.url }),
});

/** What the settings say of the search box. */
export const searchOf = ({ search, siteHost }: Config): SearchSettings => ({ ...search, suggests: siteHost === 'deals' });

import type { Crumb } from '../../lib/page.ts';
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
  };
}

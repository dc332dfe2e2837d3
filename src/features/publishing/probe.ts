import { DEFAULT_REGION } from '../../lib/region.ts';
import { dataLayer } from '../../lib/page.ts';
import type { Reply } from '../comments/contracts/replies.ts';
import type { DealCard } from '../deals/card.ts';
import type { DealPage } from '../deals/detail.ts';
import type { Shell } from '../shell/shell.server.ts';

const deal: DealCard = {
  uniqueId: 'DEAL-1',
  threadId: 1,
  postid: 2,
  dealTitle: 'Probe',
  path: '/f/1-probe',
  finalPriceText: '$1.00',
  listPriceText: '$2.00',
  listPriceSeen: '2026-01-01',
  priorPriceText: '$2.00',
  percentOff: 50,
  shippingText: '+ $5.99 shipping',
  verdict: 'Lowest seen',
  wasText: null,
  itemVariant: null,
  isExpired: false,
  couponCode: 'PROBE',
  picture: { kind: null, url: null, photo: null, initial: 'P', tint: 'slate' },
  store: { slug: 'probe', name: 'Probe', host: 'probe.example' },
  category: { slug: 'probe', name: 'Probe' },
  brand: null,
  poster: { userid: 1, username: 'Probe' },
  postedAt: '2026-01-01T00:00:00.000Z',
  score: 1,
  isHot: true,
  commentCount: 0,
};

const page: DealPage<Reply> = {
  pageData: {
    type: 'deal',
    deal,
    priceCents: 100,
    currency: 'USD',
    totalText: '$6.99',
    facts: { condition: 'used' },
    description: [],
    variants: [],
    postedBy: null,
    postedById: null,
    updatedAt: deal.postedAt,
    expiresAt: null,
    prices: [],
    related: [deal],
    comments: [],
  },
  pageLayout: { header: true, footer: true, background: 'white', breadcrumbs: [] },
  pageMetadata: {
    title: 'Probe',
    description: '',
    canonical: deal.path,
    robots: 'noindex,follow',
    image: '/share/site.png',
    dataLayer: dataLayer({ pageType: 'deal', section: 'site', group: 'deal', name: ['deal'], pco: false }),
  },
};

const shell: Shell = {
  siteName: 'Magpie',
  siteUrl: 'http://localhost',
  tracking: 'on',
  abTests: [],
  contactEmail: 'help@localhost',
  region: DEFAULT_REGION,
  header: {
    trending: [],
    offers: [],
    categories: [],
    textLinks: [],
    iconButtons: [],
    financeLinks: [],
    bannerReservation: 'none',
    optInConclusion: false,
  },
  footer: { appLinks: [], linkSections: [], experiences: [], overrides: [] },
  demo: false,
  year: 2026,
  signIn: { showOnPageLoad: false, small: 'drawer', large: 'center' },
  search: { action: '/search', minimum: 1, suggests: true },
  keepsPages: true,
};

/** A page with every kind of island, from which a bundle learns the scripts and styles that are inside pages. */
export const PROBE = {
  path: deal.path,
  locals: { context: { clock: () => new Date('2026-01-01T00:00:00Z'), config: { region: DEFAULT_REGION } }, page, shell },
};

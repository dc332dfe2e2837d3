import type { ShellFile } from './shell-file.ts';

const MAIN_LINKS = [
  { title: 'Popular', href: '/popular' },
  { title: 'For you', href: '/for-you' },
  { title: 'All deals', href: '/all' },
];

/** The shell until editors keep one of their own. */
export const DEFAULT_SHELL: ShellFile = {
  header: {
    textLinks: [...MAIN_LINKS, { title: 'Categories', href: '/all', dropdown: 'categories' }],
    iconButtons: [],
    financeLinks: [],
    bannerReservation: 'none',
    optInConclusion: false,
  },
  footer: {
    appLinks: [],
    linkSections: [
      {
        heading: 'Follow Us',
        links: [
          { title: 'All deals by RSS', url: '/all/feed.xml' },
          { title: 'Popular deals by RSS', url: '/popular/feed.xml' },
        ],
      },
      {
        heading: 'About',
        links: [
          { title: 'About us', url: '/about' },
          { title: 'Help', url: '/help' },
          { title: 'Moderation log', url: '/moderation' },
          { title: 'Credits', url: '/credits' },
        ],
      },
      {
        heading: 'More',
        links: [
          ...MAIN_LINKS.map(({ title: name, href }) => ({ title: name, url: href })),
          { title: 'Stores', url: '/browse/stores' },
          { title: 'Brands', url: '/browse/brands' },
          { title: 'Search', url: '/search' },
        ],
      },
      {
        heading: 'Legal',
        links: [
          { title: 'Terms of Service', url: '/terms' },
          { title: 'Privacy Policy', url: '/privacy' },
        ],
      },
    ],
    experienceSwitcher: { displaySwitcher: true, currentExperience: 'Redesign' },
    experiences: ['Redesign', 'Mobile', 'Classic'].map((content) => ({ content, url: '/' })),
    overrides: [],
  },
  banners: [],
};

import type { Crumb } from '../../lib/page.ts';

/** The main links of the header. */
export const MAIN_LINKS: Crumb[] = [
  { name: 'Popular', path: '/popular' },
  { name: 'For you', path: '/for-you' },
  { name: 'All deals', path: '/all' },
];

interface LinkSection {
  heading: string;
  links: Crumb[];
}

/** The footer's link sections (spec §2, §3). */
export const FOOTER_SECTIONS: LinkSection[] = [
  {
    heading: 'Follow Us',
    links: [
      { name: 'All deals by RSS', path: '/all/feed.xml' },
      { name: 'Popular deals by RSS', path: '/popular/feed.xml' },
    ],
  },
  {
    heading: 'About',
    links: [
      { name: 'About us', path: '/about' },
      { name: 'Help', path: '/help' },
      { name: 'Moderation log', path: '/moderation' },
      { name: 'Credits', path: '/credits' },
    ],
  },
  { heading: 'More', links: [...MAIN_LINKS, { name: 'Search', path: '/search' }] },
  {
    heading: 'Legal',
    links: [
      { name: 'Terms of Service', path: '/terms' },
      { name: 'Privacy Policy', path: '/privacy' },
    ],
  },
];

/** The experience switcher (spec §2): all of them are this site. */
export const EXPERIENCES = ['Redesign', 'Mobile', 'Classic'];

/** Where members choose their notifications. */
export const ALERTS_PAGE = '/account/alerts';
/** Where the links in mails lead that end them. */
export const UNSUBSCRIBE_PAGE = '/alerts/unsubscribe';
export const FEEDS = { rss: '/alerts/feed.xml', json: '/alerts/feed.json' } as const;
export const BOUNCES = '/alerts/bounces';

/** Where members choose their notifications. */
export const ALERTS_PAGE = '/account/alerts';
/** Where the links in mails lead that end them. */
export const UNSUBSCRIBE_PAGE = '/alerts/unsubscribe';
export const FEEDS = { rss: '/alerts/feed.xml', json: '/alerts/feed.json' } as const;
export const BOUNCES = '/alerts/bounces';
/** The page about a member's notifications; its forms go there, too. */
export const NOTIFICATIONS = '/account/notifications';
/** The part of the page where members choose how they are notified. */
export const NOTIFICATION_SETTINGS = `${NOTIFICATIONS}?view=settings`;

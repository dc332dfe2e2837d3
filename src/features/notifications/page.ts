/** The page about a member's notifications; its forms go there, too. */
export const NOTIFICATIONS = '/account/notifications';

/** The part of the page where members choose how they are notified. */
export const NOTIFICATION_SETTINGS = `${NOTIFICATIONS}?view=settings`;

/** The page about a member's notifications; its forms go there, too. */
export const NOTIFICATIONS = '/account/notifications';

/** The part of the page where members choose how they are notified. */
export const NOTIFICATION_SETTINGS = `${NOTIFICATIONS}?view=settings`;

/** Address of a page of the list. */
export const listAddress = (page: number) => (page === 1 ? NOTIFICATIONS : `${NOTIFICATIONS}?page=${page}`);

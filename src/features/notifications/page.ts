/** The page about what a member is told; its forms go there, too. */
export const NOTIFICATIONS = '/account/notifications';

/** The part of the page where members choose how they are told. */
export const NOTIFICATION_SETTINGS = `${NOTIFICATIONS}?view=settings`;

/** Address of a page of the list. */
export const listAddress = (page: number) => (page === 1 ? NOTIFICATIONS : `${NOTIFICATIONS}?page=${page}`);

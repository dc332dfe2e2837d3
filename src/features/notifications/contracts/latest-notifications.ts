import * as z from 'zod/mini';

/** Answers with a member's last notifications, for the dropdown of the bell, and marks them as read. */
export const latestNotificationsCall = {
  address: '/ajax/notifications.php',
  // The first call marks them as read, so a repeated one could not tell which are new.
  isRepeatable: false,
  form: z.object({}),
  answer: z.union([
    z.object({
      notifications: z.array(
        z.object({
          /** As on the page: one line, and the address that leads to what it is about. */
          title: z.string(),
          path: z.string(),
          /** ISO 8601. */
          at: z.string(),
          /** Its day as the site writes dates. */
          date: z.string(),
          isUnread: z.boolean(),
        }),
      ),
      /** How many others are unread, up to 100. */
      unread: z.number(),
    }),
    z.object({ error: z.string() }),
  ]),
};
export type LatestNotificationsAnswer = z.infer<typeof latestNotificationsCall.answer>;

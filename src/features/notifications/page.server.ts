import type { Context } from '../../server/context.ts';
import { listNotifications, type NotificationList } from './list.server.ts';
import { readChoices, type Choices } from './choices.server.ts';
import { readMutes, type Mutes } from './mutes.server.ts';

/** What the page about notifications shows: the list, or how the member is notified. */
export type NotificationPage = { page: number; pages: number } & (
  { list: NotificationList } | { choices: Choices; mutes: Mutes; offersPush: boolean }
);

/** Reads the page that a query asks for; undefined for a page that there is not. */
export async function loadNotifications(context: Context, userId: number, query: URLSearchParams): Promise<NotificationPage | undefined> {
  if (query.get('view') === 'settings')
    return {
      page: 1,
      pages: 1,
      offersPush: context.config.offlinePages,
      choices: await readChoices(context.db, userId),
      mutes: await readMutes(context.db, userId),
    };
  const list = await listNotifications(context, userId, query);
  return list && { page: list.page, pages: list.pages, list };
}

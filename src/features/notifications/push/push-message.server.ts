import { required } from '../../../lib/required.ts';
import type { Context } from '../../../server/context.ts';
import { lookOf } from '../../../server/look/look.ts';
import type { PushMessage } from '../../offline/push-message.ts';
import { describeNotifications, type DescribedNotification } from '../describe.server.ts';
import { NOTIFICATIONS } from '../pages.ts';
import { counted } from '../../../lib/counted.ts';

/** A push has room for 3,993 bytes; a character has four at most. */
const LONGEST_TITLE = 160;
const LONGEST_BODY = 300;
const MOST_LINES = 4;

interface BatchedPush {
  batch: number;
  notificationIds: number[];
  /** The member's limit a day, where some of these were held because of it. */
  gathered: number | null;
}

/** Writes a push from what is still true of its notifications. @returns undefined when there is nothing to say any more */
export async function writePush(context: Context, { batch, notificationIds, gathered }: BatchedPush): Promise<PushMessage | undefined> {
  const described = await describeNotifications(context, notificationIds);
  if (described.length === 0) return undefined;
  const { siteUrl } = context.config;
  const { title, lines, path } =
    described.length === 1 ? await ofOne(context, required(described[0], 'a notification')) : ofSeveral(described);
  if (gathered !== null) lines.push(`Your limit is ${counted(gathered, 'notification')} a day, so these come together.`);
  return {
    web_push: 8030,
    notification: {
      title: cut(title, LONGEST_TITLE),
      body: cut(lines.join('\n'), LONGEST_BODY),
      navigate: siteUrl + path,
      tag: String(batch),
      icon: siteUrl + (lookOf(context.config)?.icons?.['icon-192'] ?? '/icons/icon-192.png'),
    },
  };
}

interface Words {
  title: string;
  lines: string[];
  path: string;
}

async function ofOne({ db, config }: Context, { id, title, path }: DescribedNotification): Promise<Words> {
  const alert = await db
    .selectFrom('notifications as n')
    .innerJoin('alerts', 'alerts.alert_id', 'n.alert_id')
    .select('alerts.title')
    .where('n.id', '=', id)
    .executeTakeFirst();
  return { title, lines: [alert ? `Your alert “${alert.title}”` : config.siteName], path };
}

const ofSeveral = (described: DescribedNotification[]): Words => ({
  title: `${described.length} notifications`,
  lines: described.slice(0, MOST_LINES).map(({ title }) => title),
  path: NOTIFICATIONS,
});

const cut = (text: string, longest: number) => {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
};

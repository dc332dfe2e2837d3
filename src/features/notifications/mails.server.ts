import type { Updateable } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import type { MailDeal, MailLink } from '../../server/mail/mail-content.ts';
import { renderMail } from '../../server/mail/mail.ts';
import { mailWriter, type MailWriter } from '../../server/mail/mail-kind.ts';
import { accountOf } from '../accounts/account.server.ts';
import type { DealCard } from '../deals/card.ts';
import { shownPrice } from '../deals/words.ts';
import { noteBounce } from './bounces/bounce.server.ts';
import { NOT_CONFIRMED, UNSENT } from './settle-deliveries.server.ts';
import { describeNotifications } from './describe.server.ts';
import { unsubscribeKey } from './keys.server.ts';
import { DEAL_ALERTS } from './mail-kinds.ts';
import { ALERTS_PAGE, NOTIFICATION_SETTINGS, NOTIFICATIONS, UNSUBSCRIBE_PAGE } from './pages.ts';
import { dropUnwanted } from './drop-unwanted.server.ts';
import { deliveryLoaders, type AlertedDeal } from './delivery-loaders.server.ts';
import { isolated } from '../../lib/bidi-controls.ts';
import { counted } from '../../lib/counted.ts';

/** Writes notifications by mail, from what is still true when it is sent; no such mail is sent twice. */
export const notificationMails: MailWriter[] = [
  {
    ...mailWriter(DEAL_ALERTS, async ({ userId, notificationIds, gathered }, { context }) => {
      const [account, waiting] = await Promise.all([deliveryLoaders(context).account.load(userId), stillWaiting(context, notificationIds)]);
      const ids = await dropUnwanted(context, { userId, channel: 'email', ids: waiting });
      const contents = await readContents(context, ids);
      const shown = shownOf(contents, context.config.siteUrl);
      if (!account || contents.deals.length + contents.others.length === 0) return undefined;
      const alertIds = new Set(contents.deals.map(({ alert }) => alert?.id));
      // One click ends the one alert that the mail is about; where it is about more, all mails.
      const [onlyAlert] = alertIds.size === 1 && contents.others.length === 0 ? alertIds : [];
      const { siteName, siteUrl, color, alertsFrom } = context.config;
      const mail = renderMail({
        to: account.email,
        subject: subjectOf(contents),
        paragraphs: [],
        deals: shown.deals.map(({ deal }) => deal),
        lines: shown.others,
        notes: gathered === undefined ? [] : [`Your limit is ${counted(gathered, 'mail')} a day, so these come together.`],
        endings: endingsOf(context, userId, { deals: shown.deals, others: contents.others }),
        because: 'You get this mail because of your alerts and settings at',
        siteName,
        siteUrl,
        color,
      });
      return { ...mail, from: alertsFrom, headers: listHeaders(context, unsubscribeUrl(context, userId, onlyAlert)) };
    }),
    settle: async (context, transaction, ended) => {
      const now = context.clock();
      const mails = ended.map(({ mail, end }) => ({ ...DEAL_ALERTS.data.parse(mail.data), end }));
      for (const [state, group] of Map.groupBy(mails, ({ end }) => end.state))
        await settleDeliveries(
          transaction,
          group.flatMap(({ notificationIds }) => notificationIds),
          { ...SETTLED[state], settled_at: now },
        );
      const { timeZone } = context.config.region;
      for (const { userId, end } of mails) {
        if (end.state !== 'refused') continue;
        const account = await accountOf(transaction, userId);
        if (account) await noteBounce(transaction, { userId, email: account.email, reason: end.error, timeZone }, now);
      }
    },
  },
];

/** The notifications that wait for this mail; settled ones are left out. */
async function stillWaiting(context: Context, ids: number[]): Promise<number[]> {
  const { isMailed } = deliveryLoaders(context);
  const inOrder = ids.toSorted((one, other) => one - other);
  const waits = await Promise.all(inOrder.map((id) => isMailed.load(id)));
  return inOrder.filter((_, index) => waits[index]);
}

/** The final states of deliveries, by the outcome of their mail. */
const SETTLED = {
  sent: { state: 'sent', reason: null },
  unconfirmed: { state: 'sent', reason: NOT_CONFIRMED },
  refused: { state: 'bounced', reason: 'your address was refused' },
  failed: { state: 'failed', reason: 'the mail could not be sent' },
} as const;

async function settleDeliveries(transaction: Db, ids: number[], values: Updateable<Tables['deliveries']>): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set(values)
    .where('notification_id', 'in', ids)
    .where('channel', '=', 'email')
    .where('state', 'in', UNSENT)
    .execute();
}

interface Contents {
  deals: { alert: AlertedDeal['alert']; deal: MailDeal }[];
  /** Notifications that no alert caused. */
  others: MailLink[];
}

async function readContents(context: Context, ids: number[]): Promise<Contents> {
  const { alertedDeal, card } = deliveryLoaders(context);
  const alerted = await Promise.all(ids.map(async (id) => ({ id, of: await alertedDeal.load(id) })));
  const cards = await Promise.all(alerted.map(async ({ of }) => of && { ...of, deal: await card.load(of.threadId) }));
  const deals = cards.flatMap((found) => {
    if (!found?.deal) return [];
    const { alert, deal } = found;
    const why = alert ? `Your alert “${isolated(alert.title)}”` : 'An alert that you have ended';
    return [{ alert, deal: mailDeal(deal, context.config.siteUrl, why) }];
  });
  const others = alerted.flatMap(({ id, of }) => (of ? [] : [id]));
  const described = others.length > 0 ? await describeNotifications(context, others) : [];
  return { deals, others: described.map(({ title, path }) => ({ label: title, url: context.config.siteUrl + path })) };
}

/** As many of each stand in a mail: Gmail cuts off what is over 102 KB, and with it the links that end such mails. */
const MOST_SHOWN = 30;

/** The first of them, and links to where the others are. */
function shownOf({ deals, others }: Contents, siteUrl: string): Contents {
  const [moreDeals, moreOthers] = [deals.length - MOST_SHOWN, others.length - MOST_SHOWN];
  return {
    deals: deals.slice(0, MOST_SHOWN),
    others: [
      ...(moreDeals > 0 ? [{ label: `See ${counted(moreDeals, 'more deal')}`, url: `${siteUrl}${ALERTS_PAGE}#delivery-log` }] : []),
      ...others.slice(0, MOST_SHOWN),
      ...(moreOthers > 0 ? [{ label: `See ${counted(moreOthers, 'more notification')}`, url: siteUrl + NOTIFICATIONS }] : []),
    ],
  };
}

/** The width of pictures in mails, at two pixels a point; the next wider copy is used. */
const MAIL_PICTURE = 192;

function mailDeal(card: DealCard, siteUrl: string, why: string): MailDeal {
  const { photo } = card.picture;
  const width = photo?.widths.find((each) => each >= MAIL_PICTURE) ?? photo?.widths.at(-1);
  return {
    title: isolated(card.dealTitle),
    url: siteUrl + card.path,
    picture: photo && width !== undefined ? `${siteUrl}${photo.path}-${width}.webp` : undefined,
    price: shownPrice(card.finalPriceText),
    listPrice: card.priorPriceText ?? undefined,
    percentOff: card.finalPriceText.includes('%') ? undefined : (card.percentOff ?? undefined),
    store: isolated(card.store.name),
    why,
  };
}

function subjectOf({ deals, others }: Contents): string {
  const [deal] = deals;
  const [other] = others;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  if (!deal) return other && others.length === 1 ? other.label : `${others.length} notifications`;
  if (deals.length === 1) return `${deal.deal.price}: ${deal.deal.title}${more}`;
  return `${deals.length} deals for your alerts${more}`;
}

const unsubscribeUrl = (context: Context, userId: number, alertId?: number) =>
  `${context.config.siteUrl}${UNSUBSCRIBE_PAGE}?key=${unsubscribeKey(context, { userId, alertId })}`;

function endingsOf(context: Context, userId: number, { deals, others }: Contents): MailLink[] {
  const alerts = new Map(deals.flatMap(({ alert }) => (alert ? [[alert.id, alert.title] as const] : [])));
  return [
    ...[...alerts].map(([alertId, title]) => ({
      label: `End the alert “${isolated(title)}”`,
      url: unsubscribeUrl(context, userId, alertId),
    })),
    { label: 'End all alerts and notifications by mail', url: unsubscribeUrl(context, userId) },
    ...(deals.length > 0 ? [{ label: 'Change your alerts', url: context.config.siteUrl + ALERTS_PAGE }] : []),
    ...(others.length > 0 ? [{ label: 'Change your notification settings', url: context.config.siteUrl + NOTIFICATION_SETTINGS }] : []),
  ];
}

/** Headers for which mail programs show a button that unsubscribes at once (RFC 2369, 2919 and 8058). */
const listHeaders = ({ config }: Context, url: string) => ({
  'List-Id': `<alerts.${new URL(config.siteUrl).hostname}>`,
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

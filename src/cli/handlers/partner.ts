import { z } from 'zod';
import { feedAt, feedPath } from '../../features/feeds/address.ts';
import { feedSubject } from '../../features/feeds/subject.server.ts';
import {
  addPartner,
  partnerName,
  readPartners,
  removePartner,
  renewPartner,
  siteOrigin,
  type Partner,
} from '../../features/syndication/partners.server.ts';
import { Refused } from '../../lib/refused.ts';
import { dayIn } from '../../server/read-date.ts';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';

const partnerInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), name: z.string(), site: z.string(), feeds: z.string().optional() }),
  z.strictObject({ action: z.enum(['renew', 'remove']), name: z.string() }),
  z.strictObject({ action: z.literal('list') }),
]);

/** Adds partners, lists them, renews their keys, or takes them away. */
export function partnerCommand(context: Context): CommandHandler {
  return async (input, { finish }) => {
    const say = (...messages: string[]) => finish({ messages, changed: false });
    const request = partnerInput.parse(input);
    if (request.action === 'list')
      return say(
        (await readPartners(context.db)).map((partner) => lineOf(partner, context.config.region.timeZone)).join('\n') ||
          'There are no partners.',
      );
    const { name } = request;
    if (request.action === 'add') {
      const key = await addPartner(context, await checked(context, request));
      if (key === undefined) throw new Refused(`There is already a partner ${name}.`);
      return say(`${name} is a partner.`, ...keyLines(context, key));
    }
    if (request.action === 'renew') {
      const key = await renewPartner(context, name);
      if (key === undefined) throw new Refused(`There is no partner ${name}.`);
      return say(`The old key no longer works.`, ...keyLines(context, key));
    }
    if (!(await removePartner(context.db, name))) throw new Refused(`There is no partner ${name}.`);
    await say(`${name} is no longer a partner, and its key no longer works.`);
  };
}

/** @throws Refused for a name, a site or feeds that are none */
async function checked(
  { db }: Context,
  { name, site, feeds }: { name: string; site: string; feeds?: string | undefined },
): Promise<Omit<Partner, 'keyMadeAt'>> {
  const named = partnerName.safeParse(name);
  if (!named.success) throw new Refused(`The name ${named.error.issues[0]?.message ?? 'is not one'} (is ${JSON.stringify(name)})`);
  const origin = siteOrigin(site);
  if (origin === undefined)
    throw new Refused(`--site must be the address of a site, such as https://partner.example (is ${JSON.stringify(site)})`);
  const paths: string[] = [];
  for (const text of feeds?.split(',') ?? []) {
    const feed = text.trim().startsWith('/') ? feedAt(text.trim()) : undefined;
    if (!feed || !(await feedSubject(db, feed))) throw new Refused(`There is no feed ${JSON.stringify(text.trim())}.`);
    paths.push(feedPath(feed));
  }
  return { name: named.data, site: origin, feeds: feeds === undefined ? null : paths };
}

const keyLines = ({ config }: Context, key: string) => [
  `Its key, shown only once: ${key}`,
  `Its page: ${config.siteUrl}/syndicated?key=${key}`,
];

const lineOf = ({ name, site, feeds, keyMadeAt }: Partner, timeZone: string) =>
  `${name}  ${site}  ${feeds?.join(', ') ?? 'all feeds'}  key of ${dayIn(new Date(keyMadeAt), timeZone)}`;

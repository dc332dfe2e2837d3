import { z } from 'zod';
import { reportOf } from '../../features/tracking/report.server.ts';
import { MOST_DAYS, type Clicks, type Report, type TestResult } from '../../features/tracking/report.ts';
import { readPartners } from '../../features/syndication/partners.server.ts';
import type { Share } from '../../features/tracking/interval.ts';
import { readWhole } from '../../lib/exact-params.ts';
import { Refused } from '../../lib/refused.ts';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { counted } from '../../lib/counted.ts';
import { tableText } from '../table-text.ts';

const reportInput = z.strictObject({ days: z.string().default('30'), json: z.boolean().default(false) });

/** Prints what visitors saw and did. */
export function reportCommand(context: Context): CommandHandler {
  return async (input, { finish }) => {
    const { days, json } = reportInput.parse(input);
    const count = readWhole(days, 1, MOST_DAYS.counts);
    if (count === undefined) throw new Refused(`--days must be a whole number from 1 to ${MOST_DAYS.counts} (is "${days}")`);
    const partners = (await readPartners(context.db)).map(({ name }) => name);
    const report = await reportOf(context, count, partners);
    const text = json ? JSON.stringify(report, null, 2) : reportText(report, context.config.tracking);
    await finish({ messages: [text], changed: false });
  };
}

function reportText(report: Report, tracking: 'on' | 'ask' | 'off'): string {
  const { days, views, impressions, outclicks } = report;
  const period = days === 1 ? 'Today' : `The last ${days} days`;
  const off = tracking === 'off' ? ['Visits are not counted now: TRACKING is off.'] : [];
  if (views + impressions + outclicks === 0) return [`${period}: no visits.`, ...off].join('\n');
  const parts = [
    `${period}: ${counted(views, 'page view')}, ${counted(impressions, 'deal')} seen, ${counted(outclicks, 'click')} to stores.`,
    clicksTable('List', report.feeds),
    clicksTable('Store', report.stores),
    clicksTable('Place', report.positions),
    table(
      ['Searches without results', 'visitors'],
      report.searchesWithoutResults.map(({ words, visitors }) => [words, visitors]),
    ),
    table(
      ['Came from', 'visits'],
      report.entryPoints.map(({ name, visits }) => [name, visits]),
    ),
    table(
      ['Device', 'page views'],
      report.devices.map((row) => [row.name, row.views]),
    ),
    table(
      ['Banner', 'shown', 'opened'],
      report.banners.map(({ name, shown, opens }) => [name, shown, opens]),
    ),
    table(
      ['Partner', 'views', 'to stores'],
      report.partners.map((row) => [row.name, row.views, row.outclicks]),
    ),
    ...report.tests.map(testTable),
    days > MOST_DAYS.events && `Searches, visits, devices, banners, partners and A/B tests cover the last ${MOST_DAYS.events} days.`,
    ...off,
  ];
  return parts.filter(Boolean).join('\n\n');
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const clicksTable = (name: string, rows: Clicks[]) =>
  table(
    [name, 'seen', 'opened', 'to stores', 'click-through'],
    rows.map((row) => [row.name, row.impressions, row.opens, row.outclicks, row.clickThrough === null ? '' : percent(row.clickThrough)]),
  );

function testTable({ name, variants }: TestResult): string | undefined {
  const within = ({ share, low, high }: Share) => `${percent(share)} (${percent(low)} to ${percent(high)})`;
  return table(
    [`A/B test ${name}`, 'visitors', 'to stores', 'share, 95 %', 'against the controls, 95 %'],
    variants.map((variant) => [
      variant.name,
      variant.visitors,
      variant.outclickers,
      variant.share ? within(variant.share) : '',
      variant.difference ? within(variant.difference) : '',
    ]),
  );
}

/** A table of figures; undefined without rows. Names and words are not cut: they are looked for elsewhere. */
const table = (header: string[], rows: (string | number)[][]): string | undefined =>
  rows.length === 0
    ? undefined
    : tableText(
        header,
        rows.map((row) => row.map(String)),
        { figures: true, widest: Infinity },
      );

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
    report.searchesWithoutResults.length > 0 &&
      table([
        ['Searches without results', 'visitors'],
        ...report.searchesWithoutResults.map(({ words, visitors }) => [words, String(visitors)]),
      ]),
    report.entryPoints.length > 0 &&
      table([['Came from', 'visits'], ...report.entryPoints.map(({ name, visits }) => [name, String(visits)])]),
    report.devices.length > 0 && table([['Device', 'page views'], ...report.devices.map(({ name, views }) => [name, String(views)])]),
    report.banners.length > 0 &&
      table([['Banner', 'shown', 'opened'], ...report.banners.map((row) => [row.name, String(row.shown), String(row.opens)])]),
    report.partners.length > 0 &&
      table([['Partner', 'views', 'to stores'], ...report.partners.map((row) => [row.name, String(row.views), String(row.outclicks)])]),
    ...report.tests.map(testText),
    days > MOST_DAYS.events && `Searches, visits, devices, banners, partners and A/B tests cover the last ${MOST_DAYS.events} days.`,
    ...off,
  ];
  return parts.filter(Boolean).join('\n\n');
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function clicksTable(name: string, rows: Clicks[]): string | undefined {
  if (rows.length === 0) return undefined;
  const head = [name, 'seen', 'opened', 'to stores', 'click-through'];
  return table([
    head,
    ...rows.map((row) => [
      row.name,
      ...[row.impressions, row.opens, row.outclicks].map(String),
      row.clickThrough === null ? '' : percent(row.clickThrough),
    ]),
  ]);
}

function testText({ name, variants }: TestResult): string {
  const within = ({ share, low, high }: Share) => `${percent(share)} (${percent(low)} to ${percent(high)})`;
  return table([
    [`A/B test ${name}`, 'visitors', 'to stores', 'share, 95 %', 'against the controls, 95 %'],
    ...variants.map((variant) => [
      variant.name,
      String(variant.visitors),
      String(variant.outclickers),
      variant.share ? within(variant.share) : '',
      variant.difference ? within(variant.difference) : '',
    ]),
  ]);
}

/** Columns of text, the first to the left and the others to the right. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

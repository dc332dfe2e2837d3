import { randomUUID } from 'node:crypto';
import type { CommandEvent } from '../../src/cli/command-event.ts';
import type { DealCard } from '../../src/features/deals/card.ts';
import { sendCommand } from '../../src/server/control.ts';
import { deal } from './pages.ts';
import type { SiteAddress } from './site.ts';

/**
 * Has a running site carry out a command, as `npm run site` does but without a program that is started for it.
 * @returns what it told
 * @throws when the site refuses it
 */
export async function commandSite({ dataDir }: Pick<SiteAddress, 'dataDir'>, command: string, input: object): Promise<string> {
  const told: string[] = [];
  const isRunning = await sendCommand(dataDir, command, input, (event) => {
    const { refused, messages = [], lines = [] }: CommandEvent = event;
    if (refused) throw new Error(refused.join('\n'));
    told.push(...messages, ...lines);
  });
  if (!isRunning) throw new Error(`no site runs on ${dataDir}`);
  return told.join('\n');
}

/** Old and in a small category, so that it is on the first page of nothing that others look at. */
const PLACE = { category: 'saws', store: 'glasswater', postedAt: '2025-01-15T12:00:00Z' };

/**
 * Adds a deal to the running demo for one test alone, which may vote and comment on it and report it.
 * @param more fields of its record
 */
export async function newDeal(site: SiteAddress, more: object = {}): Promise<DealCard> {
  const mark = randomUUID().slice(0, 13);
  const record = { ...PLACE, title: `Lone saw ${mark}`, url: `https://glasswater.example/p/${mark}`, price: '12.50', votesUp: 20, ...more };
  const told = await commandSite(site, 'add', { record, dryRun: false });
  const path = /https?:\/\/[^/]+(\/f\/\S+)/.exec(told)?.[1];
  if (!path) throw new Error(`the deal was not added: ${told}`);
  return (await deal(site.url, path)).deal;
}

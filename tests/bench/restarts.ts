import type { DealCard } from '../../src/features/deals/card.ts';
import { feed } from '../support/pages.ts';
import { startOwnServer, type OwnServer } from '../support/postgres.ts';
import { siteCommand } from '../support/site-command.ts';
import { newDataDir, outputOf, removeSite, startSite, type RunningSite } from '../support/site.ts';
import { smallCatalogue, writeRecords } from '../support/small-catalogue.ts';
import { ActiveMembers } from './active-members.ts';
import { leftOut } from './program.ts';
import { median, type Table } from './table.ts';
import { newVoter } from './votes.ts';

/** So many votes are acknowledged between two restarts. */
const BETWEEN = 20;

/** A whole site whose PostgreSQL is restarted again and again, at once and in good order in turn, under votes, comments and reads. */
export async function benchRestarts(times: number, memberCount: number): Promise<Table> {
  const title = `PostgreSQL restarted ${times} times under votes, comments and reads`;
  // Its settings are the usual ones: what is acknowledged is on the disk.
  const server = await startOwnServer();
  if (!server) return { title, rows: [], notes: [leftOut('PostgreSQL', 'its programs are not installed')] };
  const settings = { DATA_DIR: await newDataDir(), DATABASE_URL: server.url, TRUST_PROXY: '1' };
  let site: RunningSite | undefined;
  try {
    const file = await writeRecords(settings.DATA_DIR, 'small.jsonl', smallCatalogue());
    const { code, output } = await siteCommand(settings, 'import', file);
    if (code !== 0) throw new Error(output);
    site = await startSite(settings);
    await site.ready();
    return { title, ...(await measure(site, server, times, memberCount)) };
  } finally {
    await site?.stop();
    await removeSite(settings.DATA_DIR);
    await server.stop();
  }
}

async function measure(site: RunningSite, server: OwnServer, times: number, memberCount: number): Promise<Omit<Table, 'title'>> {
  const deals = (await feed(site.url, '/all')).items as DealCard[];
  const voters = [];
  while (voters.length < memberCount) voters.push(await newVoter(site));
  const members = new ActiveMembers(site, voters, deals);
  const away: number[] = [];
  await members.vote(BETWEEN);
  for (let restart = 0; restart < times; restart++) {
    await server.restart(restart % 2 === 0 ? 'immediate' : 'fast');
    const began = performance.now();
    await members.vote(1);
    away.push(performance.now() - began);
    await members.vote(BETWEEN);
  }
  await members.end();
  const lost = await members.lostIn(server.url);
  const faults = outputOf(site).filter((line) => line.includes('"level":50')).length;
  return {
    rows: [
      { what: 'votes', ...members.counts.vote, lost: lost.votes },
      { what: 'comments', ...members.counts.comment, lost: lost.comments },
      { what: 'published pages', ...members.counts.page },
      { what: 'pages on demand', ...members.counts.search },
    ],
    notes: [
      `after a restart a vote was acknowledged again within ${Math.round(median(away))} ms (median), ${Math.round(Math.max(...away))} ms at most`,
      `in the end the published pages showed the last votes after ${Math.round(await members.untilShown(server.url))} ms`,
      `the site ${site.process.exitCode === null ? 'never ended' : 'ended'} and noted ${faults} faults in its log`,
    ],
  };
}

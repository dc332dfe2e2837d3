import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { DealCard } from '../../src/features/deals/card.ts';
import { FORM } from '../support/http.ts';
import { register, Visitor } from '../support/http-visitor.ts';
import { mailTo } from '../support/mails.ts';
import { feed } from '../support/pages.ts';
import { administer, databaseAt, findServer } from '../support/postgres.ts';
import type { RunningSite } from '../support/site.ts';
import { endBenchSite, startBenchSite } from './bench-site.ts';
import { leftOut } from './program.ts';
import type { Sizes } from './sizes.ts';
import { median, quantile, type Table } from './table.ts';

/** A member may cast sixty votes a minute, so callers change from one to the next. */
const VOTES_IN_A_ROW = 50;
const REGISTERED_AT_ONCE = 20;
const ADDRESS = '/forums/sdthreadrate_ajax.php';

/** A member of a site, who votes with the token of their session. */
interface Voter {
  visitor: Visitor;
  securitytoken: string;
  /** How they voted so far, by post. */
  votes: Map<number, 1 | -1>;
}

interface Subject {
  database: string;
  site: RunningSite;
  voters: Voter[];
  deals: DealCard[];
}

/** Votes a second over HTTP against running sites, on the embedded database and on PostgreSQL in turn. */
export async function benchVotes(
  embedded: RunningSite,
  { rounds, site: dealCount, votingMs, voters: voterCount, callers: atOnce }: Sizes,
): Promise<Table> {
  // As a server of one's own runs: a vote that was answered is on the disk.
  const server = await findServer([]);
  const name = `magpie_bench_${randomBytes(4).toString('hex')}`;
  const subjects: Subject[] = [];
  let onServer: RunningSite | undefined;
  const open = async (database: string, site: RunningSite) => {
    const deals = (await feed(site.url, '/')).items as DealCard[];
    const voters: Voter[] = [];
    while (voters.length < voterCount)
      voters.push(...(await Promise.all(Array.from({ length: Math.min(REGISTERED_AT_ONCE, voterCount) }, () => newVoter(site)))));
    subjects.push({ database, site, voters, deals });
  };
  try {
    await open('embedded', embedded);
    if (server) {
      await administer(server.url, `create database ${name}`);
      onServer = await startBenchSite(dealCount, { DATABASE_URL: databaseAt(server.url, name) });
      await open(server.about.replace(/ (of|at) .*/, ''), onServer);
    }
    const runs = subjects.flatMap((subject) =>
      atOnce.map((callers) => ({ subject, callers, rates: [] as number[], waits: [] as number[] })),
    );
    for (const run of runs) await castVotes(run.subject, run.callers, votingMs / 5);
    for (let round = 0; round < rounds; round++) {
      for (const run of runs) {
        const waits = await castVotes(run.subject, run.callers, votingMs);
        run.rates.push((1000 * waits.length) / votingMs);
        run.waits.push(...waits);
      }
    }
    return {
      title: 'Votes',
      rows: runs.map(({ subject, callers, rates, waits }) => ({
        ...{ database: subject.database, callers, 'votes/s, median': Math.round(median(rates)) },
        ...{ 'lowest round': Math.round(Math.min(...rates)), 'highest round': Math.round(Math.max(...rates)) },
        ...{ 'median ms': median(waits), 'p99 ms': quantile(waits, 0.99) },
      })),
      notes: [
        `${rounds} rounds of ${votingMs / 1000} s each, in turn; each caller votes up and down in turn on the deals of the front page, as another member after every ${VOTES_IN_A_ROW} votes`,
        ...(server
          ? ['PostgreSQL writes to the disk before it answers; the embedded database does not']
          : [leftOut('PostgreSQL', 'there is none here')]),
      ],
    };
  } finally {
    if (onServer) await endBenchSite(onServer);
    if (server && onServer) await administer(server.url, `drop database ${name} with (force)`);
    await server?.stop();
  }
}

/** Registers a member and verifies their address. */
export async function newVoter({ url, dataDir }: RunningSite): Promise<Voter> {
  const visitor = new Visitor(url);
  const { email } = await register(visitor);
  const { link } = await mailTo(dataDir, email);
  const securitytoken = await visitor.token();
  await visitor.send('/account/verify', { token: new URL(link).searchParams.get('token')!, securitytoken });
  return { visitor, securitytoken, votes: new Map() };
}

/** Has members vote without a pause for a while, so many at once. @returns how long each vote took, in ms */
async function castVotes({ site, voters, deals }: Subject, callers: number, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const waits: number[] = [];
  const until = performance.now() + ms;
  const cast = async (first: number) => {
    let voter = voters[0]!;
    for (let index = 0; performance.now() < until; index++) {
      if (index % VOTES_IN_A_ROW === 0) {
        // Who has voted for the longest time not: their minute is over when they come again.
        voter = voters.shift()!;
        voters.push(voter);
      }
      const { visitor, securitytoken, votes } = voter;
      const cookie = [...visitor.jar].map((pair) => pair.join('=')).join('; ');
      const headers = { 'Content-Type': FORM, Origin: site.url, Cookie: cookie, 'X-Forwarded-For': visitor.network };
      const { postid } = deals[(first + index) % deals.length]!;
      const vote = votes.get(postid) === 1 ? -1 : 1;
      votes.set(postid, vote);
      const began = performance.now();
      const call = request(site.url + ADDRESS, { method: 'POST', agent, headers });
      call.end(new URLSearchParams({ ajax: '1', postid: String(postid), votetypeid: '1', vote: String(vote), securitytoken }).toString());
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      const told = (await buffer(answer)).toString();
      if (!told.includes('"voted"')) throw new Error(`a vote was answered ${answer.statusCode}: ${told}`);
      waits.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => cast(index)));
  agent.destroy();
  return waits;
}

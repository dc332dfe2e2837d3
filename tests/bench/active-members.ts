import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DealCard } from '../../src/features/deals/card.ts';
import type { FeedData } from '../../src/features/feeds/feed.ts';
import { ask, jsonOf, type Answer } from '../support/http.ts';
import type { SiteAddress } from '../support/site.ts';
import type { newVoter } from './votes.ts';

type Voter = Awaited<ReturnType<typeof newVoter>>;

/** A member may vote sixty times a minute, and comment five times. */
const VOTE_EVERY_MS = 1_050;
const COMMENT_EVERY_MS = 12_500;
const LONGEST_WAIT_MS = 120_000;
const BETWEEN_LOOKS_MS = 20;

/** Members who vote, comment and read as often as they may, and what they were told came of it. */
export class ActiveMembers {
  readonly counts = {
    vote: { acknowledged: 0, failed: 0 },
    comment: { acknowledged: 0, failed: 0 },
    page: { acknowledged: 0, failed: 0 },
    search: { acknowledged: 0, failed: 0 },
  };
  readonly #site: SiteAddress;
  readonly #deals: DealCard[];
  /** What a member's votes on posts may be: the last that was acknowledged, or one of those after it whose fate nobody knows. */
  readonly #votes: Map<number, Set<number>>[];
  readonly #comments: string[] = [];
  readonly #visits: Promise<unknown>;
  #isOver = false;

  constructor(site: SiteAddress, voters: Voter[], deals: DealCard[]) {
    this.#site = site;
    this.#deals = deals;
    this.#votes = voters.map(() => new Map<number, Set<number>>());
    this.#visits = Promise.all(voters.map((voter, index) => this.#visit(voter, index)));
    // It is told in the end.
    this.#visits.catch(() => undefined);
  }

  /** Waits until so many more votes are acknowledged. */
  async vote(many: number): Promise<void> {
    const enough = this.counts.vote.acknowledged + many;
    // Members go on until they are told to end, or something else than a fault of the server's comes.
    await Promise.race([until(() => this.counts.vote.acknowledged >= enough), this.#visits]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#visits;
  }

  /** Counts what was acknowledged and is not in the database. */
  async lostIn(database: string): Promise<{ votes: number; comments: number }> {
    const [votes, comments] = await Promise.all([
      rowsOf<{ user_id: number; post: number; vote: number }>(database, 'select user_id, post_id::int as post, vote from votes'),
      rowsOf<{ body: string }>(database, 'select body from comments'),
    ]);
    const users = [...new Set(votes.map((row) => row.user_id))].toSorted((a, b) => a - b);
    // Members were registered one after the other, and each has votes.
    const cast = new Map(votes.map((row) => [`${users.indexOf(row.user_id)} ${row.post}`, row.vote]));
    const known = this.#votes.flatMap((posts, member) =>
      [...posts].map(([post, may]) => ({ may, is: cast.get(`${member} ${post}`) ?? 0 })),
    );
    const stored = new Set(comments.map(({ body }) => body));
    return {
      votes: known.filter(({ may, is }) => !may.has(is)).length,
      comments: this.#comments.filter((message) => !stored.has(message)).length,
    };
  }

  /** Waits until the published feed shows the votes that are in the database. @returns how long that took, in ms */
  async untilShown(database: string): Promise<number> {
    const began = performance.now();
    const rows = await rowsOf<{ post: number; score: number }>(
      database,
      'select post_id::int as post, votes_up - votes_down as score from deals',
    );
    const scores = new Map(rows.map((row) => [row.post, row.score]));
    await until(async () => {
      const { items } = jsonOf<{ pageData: FeedData }>(await ask(this.#site.url, '/all/_payload.json')).pageData;
      return (items as DealCard[]).every(({ postid, score }) => score === scores.get(postid));
    });
    return performance.now() - began;
  }

  async #visit({ visitor, securitytoken }: Voter, index: number): Promise<void> {
    let commentAt = 0;
    for (let turn = 0; !this.#isOver; turn++) {
      const next = delay(VOTE_EVERY_MS);
      const { postid, threadId, path } = this.#deals[turn % this.#deals.length]!;
      const vote = (Math.floor(turn / this.#deals.length) + index) % 2 === 0 ? 1 : -1;
      const known = this.#votes[index]!.get(postid) ?? new Set([0]);
      this.#votes[index]!.set(postid, known.add(vote));
      const cast = { postid: String(postid), votetypeid: '1', vote: String(vote), securitytoken };
      if (await this.#count('vote', visitor.send('/forums/sdthreadrate_ajax.php', cast), '"voted"'))
        this.#votes[index]!.set(postid, new Set([vote]));
      if (performance.now() > commentAt) {
        commentAt = performance.now() + COMMENT_EVERY_MS;
        const message = `Comment ${turn} of member ${index}, and nobody else’s.`;
        const reply = { do: 'postreply', threadid: String(threadId), message, securitytoken };
        if (await this.#count('comment', visitor.send('/forums/newreply.php', reply), '"reply"')) this.#comments.push(message);
      }
      await this.#count('page', visitor.get(path), '</html>');
      await this.#count('search', visitor.get(`/web-api/page/search?q=lamp+${turn}`), 'lamp');
      await next;
    }
  }

  async #count(what: keyof ActiveMembers['counts'], asked: Promise<Answer>, word: string): Promise<boolean> {
    const { status, text } = await asked;
    const isDone = status === 200 && text.includes(word);
    this.counts[what][isDone ? 'acknowledged' : 'failed']++;
    if (!isDone && status < 500) throw new Error(`a ${what} was answered ${status}: ${text.slice(0, 500)}`);
    return isDone;
  }
}

async function rowsOf<Row extends pg.QueryResultRow>(database: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + LONGEST_WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > late) throw new Error('nothing came of it for two minutes');
    await delay(BETWEEN_LOOKS_MS);
  }
}

import { linesOf, openingFor, type Line } from './comment-stock.ts';
import { filled } from './comment-facts.ts';
import type { DealRecord } from './deals.ts';
import { someMember } from './members.ts';
import { pick, randomFor, type Random } from './random.ts';
import { ageInDays, hoursAfter } from './time.ts';
import { commentVotes, normal, type Votes } from './votes.ts';

export type CommentRecord = {
  type: 'comment';
  source: 'demo';
  sourceId: string;
  deal: string;
  parent?: string;
  member: string;
  body: string;
  postedAt: string;
} & Votes;

/** What was said, what may still be said to it, and whom it answered. */
type Said = { comment: CommentRecord; open: string[]; asker?: string };
type Turn = { line: Line; to?: Said; member?: string };

/** The conversation under every deal, longest under the most voted; a parent always comes before its replies. */
export function commentsOn(deals: readonly DealRecord[]): CommentRecord[] {
  return deals.flatMap((deal) => {
    const random = randomFor(`comments ${deal.sourceId}`);
    const count = Math.min(60, Math.floor(deal.votesUp ** 0.72 * 0.137 * Math.exp(normal(random) * 0.55)));
    return conversation(deal, count, random);
  });
}

function conversation(deal: DealRecord, count: number, random: Random): CommentRecord[] {
  const said: Said[] = [];
  const used = new Set<string>();
  for (let tries = 0; said.length < count && tries < count * 6; tries += 1) {
    const turn = nextTurn(deal, said, random);
    if (!turn || used.has(turn.line.says)) continue;
    used.add(turn.line.says);
    said.push(spoken(deal, turn, said.length + 1, random));
  }
  const spokenOf = said.map(({ comment }) => comment);
  return spokenOf.sort((one, other) => (one.postedAt < other.postedAt ? -1 : one.postedAt > other.postedAt ? 1 : 0));
}

/** A new remark, or an answer that fits: what the stock offers, a nod to a remark, thanks from whoever asked. */
function nextTurn(deal: DealRecord, said: readonly Said[], random: Random): Turn | undefined {
  if (said.length === 0 || random() > 0.4) return { line: openingFor(deal, random) };
  const to = pick(random, said);
  const scripted = to.open.shift();
  if (scripted) return { line: { says: scripted, replies: [] }, to };
  if (random() > 0.3 || isQuestion(to)) return undefined;
  if (to.asker) return { line: pick(random, linesOf('thanks')), to, member: to.asker };
  return to.comment.parent ? undefined : { line: pick(random, linesOf('reply')), to };
}

function spoken(deal: DealRecord, { line, to, member }: Turn, number: number, random: Random): Said {
  const parent = to?.comment;
  const tail = !parent && !line.says.endsWith('?') && line.replies.length === 0 && random() < 0.1;
  const comment: CommentRecord = {
    type: 'comment',
    source: 'demo',
    sourceId: `${deal.sourceId}-c${number}`,
    deal: deal.sourceId,
    ...(parent && { parent: parent.sourceId }),
    member: member ?? author(parent?.member ?? deal.postedBy, random),
    body: `${filled(line.says, deal)}${tail ? ` ${pick(random, linesOf('tail')).says}` : ''}`,
    postedAt: timeOf(deal, parent, line, random),
    ...commentVotes(random, deal.votesUp),
  };
  const answers = to && isQuestion(to) && !isQuestion({ comment, open: [] });
  return { comment, open: [...line.replies], ...(answers && { asker: to.comment.member }) };
}

const isQuestion = ({ comment }: Said): boolean => comment.body.endsWith('?');

/** Anyone but the one being answered. */
function author(other: string, random: Random): string {
  for (;;) {
    const { sourceId } = someMember(random);
    if (sourceId !== other) return sourceId;
  }
}

/** After the deal, or the comment answered, and before the demo's now; "expired" is not said before it is. */
function timeOf(deal: DealRecord, parent: CommentRecord | undefined, line: Line, random: Random): string {
  const late = !parent && linesOf('expired').includes(line) ? deal.expiresAt : undefined;
  const start = parent?.postedAt ?? late ?? deal.postedAt;
  const hours = ageInDays(start) * 24;
  const wait = parent ? Math.min(hours, 72) * random() ** 3 : hours * random() ** 3;
  return hoursAfter(start, Math.min(hours * 0.98, wait * 0.97 + 0.04));
}

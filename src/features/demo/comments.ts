import { linesOf, openingFor, type Line } from './comment-stock.ts';
import { filled } from './comment-facts.ts';
import type { DealRecord } from './deals.ts';
import { someMember } from './members.ts';
import { pick, randomFor, type Random } from './random.ts';
import { ageInDays, hoursAfter } from './time.ts';
import { commentVotes, normal, type Votes } from './votes.ts';

type CommentRecord = {
  type: 'comment';
  source: 'demo';
  sourceId: string;
  deal: string;
  parent?: string;
  member: string;
  body: string;
  postedAt: string;
} & Votes;

/** A comment with its unused replies; `asker` is the author of the question that it answers. */
type PostedComment = { comment: CommentRecord; open: string[]; asker?: string };
type Turn = { line: Line; to?: PostedComment; member?: string };

/** Makes comments for all deals, more for those with more votes; parents come before their replies. */
export function commentsOn(deals: readonly DealRecord[]): CommentRecord[] {
  return deals.flatMap((deal) => {
    const random = randomFor(`comments ${deal.sourceId}`);
    const count = Math.min(60, Math.floor(deal.votesUp ** 0.72 * 0.137 * Math.exp(normal(random) * 0.55)));
    return conversation(deal, count, random);
  });
}

function conversation(deal: DealRecord, count: number, random: Random): CommentRecord[] {
  const posted: PostedComment[] = [];
  const used = new Set<string>();
  for (let tries = 0; posted.length < count && tries < count * 6; tries += 1) {
    const turn = nextTurn(deal, posted, random);
    if (!turn || used.has(turn.line.says)) continue;
    used.add(turn.line.says);
    posted.push(commentOf(deal, turn, posted.length + 1, random));
  }
  const comments = posted.map(({ comment }) => comment);
  return comments.sort((one, other) => (one.postedAt < other.postedAt ? -1 : one.postedAt > other.postedAt ? 1 : 0));
}

/** Picks the next comment: a new one, a scripted reply, a general reply, or thanks from the asker. */
function nextTurn(deal: DealRecord, posted: readonly PostedComment[], random: Random): Turn | undefined {
  if (posted.length === 0 || random() > 0.4) return { line: openingFor(deal, random) };
  const to = pick(random, posted);
  const scripted = to.open.shift();
  if (scripted) return { line: { says: scripted, replies: [] }, to };
  if (random() > 0.3 || isQuestion(to)) return undefined;
  if (to.asker) return { line: pick(random, linesOf('thanks')), to, member: to.asker };
  return to.comment.parent ? undefined : { line: pick(random, linesOf('reply')), to };
}

function commentOf(deal: DealRecord, { line, to, member }: Turn, number: number, random: Random): PostedComment {
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

const isQuestion = ({ comment }: PostedComment): boolean => comment.body.endsWith('?');

/** Picks a member other than the one who is answered. */
function author(other: string, random: Random): string {
  for (;;) {
    const { sourceId } = someMember(random);
    if (sourceId !== other) return sourceId;
  }
}

/** A time after the deal or the parent and before the demo's present. Comments that call the deal expired come after its end. */
function timeOf(deal: DealRecord, parent: CommentRecord | undefined, line: Line, random: Random): string {
  const late = !parent && linesOf('expired').includes(line) ? deal.expiresAt : undefined;
  const start = parent?.postedAt ?? late ?? deal.postedAt;
  const hours = ageInDays(start) * 24;
  const wait = parent ? Math.min(hours, 72) * random() ** 3 : hours * random() ** 3;
  return hoursAfter(start, Math.min(hours * 0.98, wait * 0.97 + 0.04));
}

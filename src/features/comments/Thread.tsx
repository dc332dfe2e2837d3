import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import { DEFAULT_REGION, type Region } from '../../lib/region.ts';
import { RegionContext } from '../../ui/RegionContext.ts';
import { postPath } from '../../lib/community-paths.ts';
import { groupReplies, placePosted } from './group-replies.ts';
import { COMMENT_SORTS, type CommentSort, type Reply } from './contracts/replies.ts';
import { $postNow } from './drafts.ts';
import { Comment } from './Comment.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { loadMore, openThread, reopenDraft, type ThreadProps } from './thread-store.ts';
import { counted } from '../../lib/counted.ts';
import '../../ui/rendered-anew.ts';

/** Replies that are below a comment at once. */
const BELOW_AT_ONCE = 3;
const SORT_NAMES: Record<CommentSort, string> = { top: 'Top', new: 'New', old: 'Old' };

interface Props extends ThreadProps {
  /** The deal's own page. */
  path: string;
  contactEmail: string;
  /** The name of the member who posted the deal. */
  poster: string | null;
  /** Whether these are the thread's first comments. */
  first: boolean;
  /** How dates are written, where the site sets it. */
  region?: Region;
}

/** The comments under a deal. Everything in it also works as it comes from the server, without script. */
export function Thread({ path, contactEmail, poster, first, region = DEFAULT_REGION, ...props }: Props) {
  const [$thread] = useState(() => openThread(props));
  const { threadid, sort, replies, posted, deleted, next, total, loading, failed, opened, announcement, focused } = useStore($thread);
  const [anchored] = useState(() => new Set(first ? replies.map(({ postid }) => postid) : []));
  useEffect(() => {
    const elsewhere = reopenDraft($thread);
    if (elsewhere === undefined) return;
    // The form is opened again on that page, but nothing is posted automatically.
    $postNow.set(null);
    location.assign(postPath(elsewhere));
  }, [$thread]);
  const names = new Map([...replies, ...posted].map(({ postid, username }) => [postid, username]));
  const more = (event: SubmitEvent) => {
    event.preventDefault();
    void loadMore($thread, contactEmail);
  };
  const comment = (reply: Reply, beginning?: Reply, children?: ReactNode) => (
    <Comment
      key={reply.postid}
      $thread={$thread}
      reply={reply}
      isPosters={poster !== null && reply.username === poster}
      isDeleted={deleted.includes(reply.postid)}
      anchored={anchored.has(reply.postid)}
      parent={reply.parentid === null ? undefined : names.get(reply.parentid)}
      isBelowParent={beginning?.postid === reply.parentid}
      opened={opened?.postid === reply.postid ? opened : null}
      focused={focused?.postid === reply.postid ? focused : null}
    >
      {children}
    </Comment>
  );
  const below = (beginning: Reply, shown: Reply[]) => <ol className="thread__below">{shown.map((reply) => comment(reply, beginning))}</ol>;
  const list = (shown: Reply[]) => (
    <ol className="thread__list">
      {groupReplies(shown).map((branch) => {
        const folded = branch.below.slice(BELOW_AT_ONCE);
        return comment(
          branch.reply,
          undefined,
          <>
            {branch.below.length > 0 && below(branch.reply, branch.below.slice(0, BELOW_AT_ONCE))}
            {folded.length > 0 && (
              <details className="thread__folded">
                <summary>{`Show ${counted(folded.length, 'more reply', { plural: 'more replies' })}`}</summary>
                {below(branch.reply, folded)}
              </details>
            )}
          </>,
        );
      })}
    </ol>
  );
  const { placed, waiting } = placePosted(replies, posted);
  return (
    <section className="thread" id="comments" aria-labelledby="comments-title" data-thread={threadid}>
      <div className="thread__head">
        <h2 id="comments-title">{counted(total, 'comment', { locale: region.locale })}</h2>
        {total > 3 && <Sorts path={path} sort={sort} />}
      </div>
      {!first && (
        <p className="thread__earlier">
          <a href={`${path}#comments`}>Earlier comments</a>
        </p>
      )}
      {total === 0 && <p className="thread__empty">Nobody has said anything about this deal yet.</p>}
      <RegionContext value={region}>{placed.length > 0 && list(placed)}</RegionContext>
      {next !== null && (
        <form className="thread__more" method="get" action={`${path}#comments`} aria-busy={loading} onSubmit={more}>
          {sort !== 'old' && <input type="hidden" name="comments" value={sort} />}
          <input type="hidden" name="from-reply" value={next} />
          <button className="button">{loading ? 'Loading…' : 'Load more comments'}</button>
          {failed !== null && <p role="alert">{failed}</p>}
        </form>
      )}
      <RegionContext value={region}>{waiting.length > 0 && list(waiting)}</RegionContext>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ReplyForm $thread={$thread} of={{ threadid, parentid: null }} />
    </section>
  );
}

function Sorts({ path, sort }: { path: string; sort: CommentSort }) {
  return (
    <nav className="thread__sorts" aria-label="Sort comments">
      {COMMENT_SORTS.toReversed().map((name) => (
        <a
          key={name}
          href={name === 'old' ? `${path}#comments` : `${path}?comments=${name}#comments`}
          aria-current={name === sort ? 'true' : undefined}
          rel="nofollow"
        >
          {SORT_NAMES[name]}
        </a>
      ))}
    </nav>
  );
}

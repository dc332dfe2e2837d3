import { useStore } from '@nanostores/react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { DEFAULT_REGION, type Region } from '../../lib/region.ts';
import { RegionContext } from '../../ui/RegionContext.ts';
import { postPath } from '../../lib/community-paths.ts';
import type { Reply } from './contracts/replies.ts';
import { $postNow } from './drafts.ts';
import { Comment } from './Comment.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { loadMore, openThread, reopenDraft, type ThreadProps } from './thread-store.ts';

interface Props extends ThreadProps {
  /** The deal's own page. */
  path: string;
  contactEmail: string;
  /** Whether these are the thread's first comments. */
  first: boolean;
  /** How dates are written, where the site sets it. */
  region?: Region;
}

/** The comments under a deal. Everything in it also works as it comes from the server, without script. */
export function Thread({ path, contactEmail, first, region = DEFAULT_REGION, ...props }: Props) {
  const [$thread] = useState(() => openThread(props));
  const { threadid, replies, posted, next, total, loading, failed, opened, announcement, focused } = useStore($thread);
  const [anchored] = useState(() => new Set(first ? replies.map(({ postid }) => postid) : []));
  useEffect(() => {
    const elsewhere = reopenDraft($thread);
    if (elsewhere === undefined) return;
    // It is begun again there, and not posted by itself.
    $postNow.set(null);
    location.assign(postPath(elsewhere));
  }, [$thread]);
  const names = new Map([...replies, ...posted].map(({ postid, username }) => [postid, username]));
  const more = (event: SubmitEvent) => {
    event.preventDefault();
    void loadMore($thread, contactEmail);
  };
  const list = (shown: Reply[]) => (
    <ol className="thread__list">
      {shown.map((reply) => (
        <Comment
          key={reply.postid}
          $thread={$thread}
          reply={reply}
          anchored={anchored.has(reply.postid)}
          parent={reply.parentid === null ? undefined : names.get(reply.parentid)}
          opened={opened?.postid === reply.postid ? opened : null}
          focused={focused?.postid === reply.postid ? focused : null}
        />
      ))}
    </ol>
  );
  return (
    <section className="thread" id="comments" aria-labelledby="comments-title" data-thread={threadid}>
      <h2 id="comments-title">
        {total} {total === 1 ? 'comment' : 'comments'}
      </h2>
      {!first && (
        <p className="thread__earlier">
          <a href={`${path}#comments`}>Earlier comments</a>
        </p>
      )}
      {total === 0 && <p className="thread__empty">Nobody has said anything about this deal yet.</p>}
      <RegionContext value={region}>{replies.length > 0 && list(replies)}</RegionContext>
      {next !== null && (
        <form className="thread__more" method="get" action={`${path}#comments`} aria-busy={loading} onSubmit={more}>
          <input type="hidden" name="from-reply" value={next} />
          <button className="button">{loading ? 'Loading…' : 'Load more comments'}</button>
          {failed !== null && <p role="alert">{failed}</p>}
        </form>
      )}
      <RegionContext value={region}>{posted.length > 0 && list(posted)}</RegionContext>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ReplyForm $thread={$thread} of={{ threadid, parentid: null }} />
    </section>
  );
}

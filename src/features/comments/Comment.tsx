import { useEffect, useRef, type ReactNode } from 'react';
import { formatReputation } from '../../lib/reputation.ts';
import { VOTE_TYPE } from '../votes/vote.ts';
import { VoteButtons } from '../votes/VoteButtons.tsx';
import { postPath } from '../../lib/community-paths.ts';
import type { Reply } from './contracts/replies.ts';
import { DeleteConfirmation } from './DeleteConfirmation.tsx';
import { EditForm } from './EditForm.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { CommentActions } from './CommentActions.tsx';
import { DELETED, type Focused, type Opened, type Thread } from './thread-store.ts';
import { TimeAgo } from './TimeAgo.tsx';

interface Props {
  $thread: Thread;
  reply: Reply;
  /** Whether it is by the member who posted the deal. */
  isPosters: boolean;
  /** Whether it was just deleted here. */
  isDeleted: boolean;
  /** Whether the page always has it at this place, so that a fragment leads to it. */
  anchored: boolean;
  /** The author of the comment that it replies to, where that one is on the page. */
  parent: string | undefined;
  /** Whether it stands right below that comment, so that naming it is unnecessary. */
  isBelowParent: boolean;
  opened: Opened | null;
  /** Set when the focus is to go to it. */
  focused: Focused | null;
  /** The replies to it. */
  children?: ReactNode;
}

/** One comment, with all that can be done about it. */
export function Comment({ $thread, reply, isPosters, isDeleted, anchored, parent, isBelowParent, opened, focused, children }: Props) {
  const { postid, parentid, username } = reply;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!focused) return;
    item.current?.closest('details')?.setAttribute('open', '');
    item.current?.focus({ preventScroll: focused.scroll !== true });
    if (focused.scroll === 'start') item.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [focused]);
  const { threadid } = $thread.get();
  if (isDeleted)
    return (
      <li ref={item} className="comment" tabIndex={-1}>
        <p className="comment__gone">{DELETED}</p>
        {children}
      </li>
    );
  return (
    <li ref={item} className="comment" id={`post${postid}`} tabIndex={-1}>
      <span className="avatar comment__avatar" data-initial={username.slice(0, 1)} aria-hidden="true">
        {reply.avatar && <img src={reply.avatar} width="40" height="40" alt="" loading="lazy" />}
      </span>
      <div className="comment__body">
        <CommentHead reply={reply} isPosters={isPosters} address={anchored ? `#post${postid}` : postPath(postid)} />
        {parentid !== null && !isBelowParent && (
          <p className="comment__parent">
            in reply to{' '}
            <a href={parent === undefined ? postPath(parentid) : `#post${parentid}`}>
              <bdi>{parent ?? 'an earlier comment'}</bdi>
            </a>
          </p>
        )}
        {opened?.form === 'edit' ? (
          <EditForm $thread={$thread} postid={postid} />
        ) : (
          <div className="comment__text" dir="auto" dangerouslySetInnerHTML={{ __html: reply.bodyHtml }} />
        )}
        <div className="comment__foot">
          <VoteButtons postid={postid} votetypeid={VOTE_TYPE.comment} score={reply.score} />
          <CommentActions $thread={$thread} reply={reply} />
        </div>
        {opened?.form === 'delete' && <DeleteConfirmation $thread={$thread} postid={postid} />}
        {(opened?.form === 'reply' || opened?.form === 'quote') && (
          <ReplyForm key={opened.form} $thread={$thread} of={{ threadid, parentid: postid }} to={username} opened={opened} />
        )}
      </div>
      {children}
    </li>
  );
}

/** Who wrote a comment, and when. */
function CommentHead({ reply, isPosters, address }: Pick<Props, 'reply' | 'isPosters'> & { address: string }) {
  const name = <bdi>{reply.username}</bdi>;
  return (
    <p className="comment__head">
      <strong>{reply.userid === null ? name : <a href={`/forums/member.php?u=${reply.userid}`}>{name}</a>}</strong>
      {isPosters && <span className="comment__poster">Poster</span>}
      {reply.reputation > 0 && <span title="Reputation">{formatReputation(reply.reputation)}</span>}
      <a href={address} title="Link to this comment">
        <TimeAgo at={reply.postedAt} />
      </a>
      {reply.editedAt !== null && (
        <span>
          edited <TimeAgo at={reply.editedAt} />
        </span>
      )}
    </p>
  );
}

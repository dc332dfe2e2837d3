import { useStore } from '@nanostores/react';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { formatReputation } from '../../lib/reputation.ts';
import { $session } from '../session/store.ts';
import { ReportButton } from '../reports/ReportButton.tsx';
import { VOTE_TYPE } from '../votes/vote.ts';
import { VoteButtons } from '../votes/VoteButtons.tsx';
import { COMMENT_PAGE } from './comment.ts';
import { postPath } from '../../lib/community-paths.ts';
import type { Reply } from './contracts/replies.ts';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { EditForm } from './EditForm.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { open, type Opened, type Thread } from './thread-store.ts';
import { When } from './When.tsx';

interface Props {
  $thread: Thread;
  reply: Reply;
  /** Whether the page always has it at this place, so that a fragment leads to it. */
  anchored: boolean;
  /** The name of whom it replies to, where that comment is on the page. */
  parent: string | undefined;
  opened: Opened | null;
  /** Set when the focus is to go to it. */
  focused: { scroll?: boolean } | null;
}

/** One comment, with all that can be done about it. */
export function Comment({ $thread, reply, anchored, parent, opened, focused }: Props) {
  const { postid, parentid, username } = reply;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (focused) item.current?.focus({ preventScroll: !focused.scroll });
  }, [focused]);
  const { threadid } = $thread.get();
  const placeOf = (id: number) => (anchored ? `#post${id}` : postPath(id));
  return (
    <li ref={item} className="comment" id={`post${postid}`} tabIndex={-1}>
      <span className="avatar comment__avatar" data-initial={username.slice(0, 1)} aria-hidden="true">
        {reply.avatar && <img src={reply.avatar} width="40" height="40" alt="" loading="lazy" />}
      </span>
      <div className="comment__body">
        <p className="comment__head">
          <strong>
            {reply.userid === null ? (
              <bdi>{username}</bdi>
            ) : (
              <a href={`/forums/member.php?u=${reply.userid}`}>
                <bdi>{username}</bdi>
              </a>
            )}
          </strong>
          {reply.reputation > 0 && <span title="Reputation">{formatReputation(reply.reputation)}</span>}
          <a href={placeOf(postid)} title="Link to this comment">
            <When at={reply.postedAt} />
          </a>
          {reply.editedAt !== null && (
            <span>
              edited <When at={reply.editedAt} />
            </span>
          )}
        </p>
        {parentid !== null && (
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
          <Acts $thread={$thread} reply={reply} />
          <ReportButton postid={postid} kind="comment" />
        </div>
        {opened?.form === 'delete' && <DeleteQuestion $thread={$thread} postid={postid} />}
        {(opened?.form === 'reply' || opened?.form === 'quote') && (
          <ReplyForm key={opened.form} $thread={$thread} of={{ threadid, parentid: postid }} to={username} opened={opened} />
        )}
      </div>
    </li>
  );
}

/** What can be done about a comment: a real form, whose page does the same without script. */
function Acts({ $thread, reply: { postid, userid, username } }: Pick<Props, '$thread' | 'reply'>) {
  const viewer = useStore($session)?.user;
  const isOwn = viewer !== null && viewer !== undefined && viewer.userid === userid;
  const act = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.nativeEvent.submitter?.getAttribute('value');
    if (form === 'reply' || form === 'quote' || form === 'edit' || form === 'delete') open($thread, { postid, form });
  };
  const label = (text: string) => (
    <>
      {text}
      <span className="visually-hidden"> {username}’s comment</span>
    </>
  );
  return (
    <form className="comment__acts" method="get" action={COMMENT_PAGE} onSubmit={act}>
      <input type="hidden" name="postid" value={postid} />
      <button className="text-button" name="do" value="reply">
        {label('Reply')}
      </button>
      <button className="text-button" name="do" value="quote">
        {label('Quote')}
      </button>
      <button className="text-button" name="do" value="edit" hidden={!isOwn} data-own={userid ?? undefined}>
        {label('Edit')}
      </button>
      <button className="text-button" name="do" value="delete" hidden={!isOwn} data-own={userid ?? undefined}>
        {label('Delete')}
      </button>
    </form>
  );
}

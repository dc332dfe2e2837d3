import { useStore } from '@nanostores/react';
import type { ReactNode, SubmitEvent } from 'react';
import { ReportButton } from '../reports/ReportButton.tsx';
import { $session } from '../session/store.ts';
import { COMMENT_PAGE } from './comment.ts';
import type { Reply } from './contracts/replies.ts';
import { open, type Thread } from './thread-store.ts';

interface Props {
  $thread: Thread;
  reply: Reply;
}

/** The actions on a comment: forms, which lead to pages that do the same without script. */
export function CommentActions({ $thread, reply: { postid, userid, username } }: Props) {
  const viewer = useStore($session)?.user;
  const isOwn = viewer !== null && viewer !== undefined && viewer.userid === userid;
  const own = userid ?? undefined;
  const act = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.nativeEvent.submitter?.getAttribute('value');
    if (form === 'reply' || form === 'quote' || form === 'edit' || form === 'delete') open($thread, { postid, form });
  };
  const form = (buttons: ReactNode) => (
    <form className="comment__acts" method="get" action={COMMENT_PAGE} onSubmit={act}>
      <input type="hidden" name="postid" value={postid} />
      {buttons}
    </form>
  );
  const label = (text: string, to = '') => (
    <>
      {text}
      <span className="visually-hidden">{` ${to}${username}’s comment`}</span>
    </>
  );
  return (
    <>
      {form(
        <>
          <button className="text-button" name="do" value="reply">
            {label('Reply', 'to ')}
          </button>
          <button className="text-button" name="do" value="edit" hidden={!isOwn} data-own={own}>
            {label('Edit')}
          </button>
          <button className="text-button" name="do" value="delete" hidden={!isOwn} data-own={own}>
            {label('Delete')}
          </button>
        </>,
      )}
      <More name={username} isHidden={isOwn} author={own}>
        {form(
          <button className="text-button" name="do" value="quote">
            {label('Quote')}
          </button>,
        )}
        <ReportButton postid={postid} kind="comment" />
      </More>
    </>
  );
}

/** Less frequent actions, and those on comments of others only. */
function More({ name, isHidden, author, children }: { name: string; isHidden: boolean; author: number | undefined; children: ReactNode }) {
  return (
    <details className="comment__more" hidden={isHidden} data-of={author} data-menu>
      <summary>
        <span aria-hidden="true">…</span>
        <span className="visually-hidden">More about {name}’s comment</span>
      </summary>
      <div className="comment__menu">{children}</div>
    </details>
  );
}

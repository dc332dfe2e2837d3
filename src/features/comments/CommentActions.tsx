import { useStore } from '@nanostores/react';
import { useRef, type FocusEvent, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
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
  const label = (text: string) => (
    <>
      {text}
      <span className="visually-hidden"> {username}’s comment</span>
    </>
  );
  return (
    <>
      {form(
        <>
          <button className="text-button" name="do" value="reply">
            {label('Reply')}
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

/**
 * Less frequent actions, and those on comments of others only. It closes on Escape, and when the focus leaves it for something else than a
 * dialog, which gives the focus back to what opened it.
 */
function More({ name, isHidden, author, children }: { name: string; isHidden: boolean; author: number | undefined; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && !relatedTarget?.closest('dialog')) close();
  };
  const escape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !details.current?.open) return;
    close();
    details.current.querySelector('summary')?.focus();
  };
  return (
    // Its summary receives the keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details ref={details} className="comment__more" hidden={isHidden} data-of={author} onBlur={leave} onKeyDown={escape}>
      <summary>
        <span aria-hidden="true">…</span>
        <span className="visually-hidden">More about {name}’s comment</span>
      </summary>
      <div className="comment__menu">{children}</div>
    </details>
  );
}

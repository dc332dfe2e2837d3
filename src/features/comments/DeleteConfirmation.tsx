import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { deleteComment, openForm } from './form-store.ts';
import { close, removeReply, type Thread } from './thread-store.ts';

interface Props {
  $thread: Thread;
  postid: number;
}

/** Asks before one's own comment goes for good. */
export function DeleteConfirmation({ $thread, postid }: Props) {
  const [$form] = useState(openForm);
  const { message } = useStore($form);
  const remove = async () => {
    if (await deleteComment($form, postid)) removeReply($thread, postid);
  };
  return (
    <div className="comment__question" role="group" aria-label="Delete this comment?">
      <p role="alert">{message ?? 'Delete this comment for good?'}</p>
      {/* The focus goes to the answer of the question that was just opened. */}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <button type="button" className="button button--strong" autoFocus onClick={() => void remove()}>
        Delete comment
      </button>
      <button type="button" className="button button--quiet" onClick={() => close($thread)}>
        Keep it
      </button>
    </div>
  );
}

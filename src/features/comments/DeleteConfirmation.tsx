import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { BUSY, deleteComment, openForm } from './form-store.ts';
import { close, removeReply, type Thread } from './thread-store.ts';

interface Props {
  $thread: Thread;
  postid: number;
}

/** Asks before one's own comment goes for good. */
export function DeleteConfirmation({ $thread, postid }: Props) {
  const [$form] = useState(openForm);
  const questionId = `delete-${postid}`;
  const { busy, message } = useStore($form);
  const remove = async () => {
    if (await deleteComment($form, postid)) removeReply($thread, postid);
  };
  return (
    <div className="comment__question" role="group" aria-labelledby={questionId}>
      {/* The focus comes into the group, whose name is told with it: as an alert the question would be told twice. */}
      <p id={questionId}>Delete this comment for good?</p>
      {message !== null && <p role="alert">{message}</p>}
      <button type="button" className="button button--strong" onClick={() => void remove()}>
        {busy ? BUSY : 'Delete comment'}
      </button>
      {/* The focus goes to an answer of the question that was just opened: the one with which a key that is held down does no harm. */}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <button type="button" className="button button--quiet" autoFocus onClick={() => close($thread)}>
        Keep it
      </button>
    </div>
  );
}

import { useEffect, useState } from 'react';
import { EDIT_ADDRESS } from './contracts/edit.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { BUSY, NOT_LOADED, openForm, saveEdit, startingText } from './form-store.ts';
import { MessageForm } from './MessageForm.tsx';
import { close, replaceReply, type Thread } from './thread-store.ts';

interface Props {
  $thread: Thread;
  postid: number;
}

/** Where one's own comment is changed. */
export function EditForm({ $thread, postid }: Props) {
  const { threadid } = $thread.get();
  const [$form] = useState(openForm);
  const [text, setText] = useState<string>();
  useEffect(() => {
    const draft = readDraft({ threadid, postid });
    if (draft !== '') return setText(draft);
    void startingText(postid, 'edit').then((source) => {
      setText(source ?? '');
      if (source === undefined) $form.setKey('message', NOT_LOADED);
    });
  }, [$form, threadid, postid]);
  const save = async (typed: string) => {
    const reply = await saveEdit($form, { threadid, postid }, typed);
    if (reply) replaceReply($thread, reply);
  };
  const cancel = () => {
    keepDraft({ threadid, postid }, '');
    close($thread);
  };
  if (text === undefined) return <p className="comment__waiting">{BUSY}</p>;
  return (
    <MessageForm
      id={`edit-${postid}`}
      $form={$form}
      label="Edit your comment"
      button="Save"
      action={EDIT_ADDRESS}
      hidden={{ do: 'updatepost', postid: String(postid) }}
      text={text}
      focus
      onType={(typed) => keepDraft({ threadid, postid }, typed)}
      onSubmit={(typed) => void save(typed)}
    >
      <button type="button" className="button button--quiet" onClick={cancel}>
        Cancel
      </button>
    </MessageForm>
  );
}

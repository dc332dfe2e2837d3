import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { replyCall } from './contracts/reply.ts';
import { $postNow, keepDraft, readDraft, type ReplyTarget } from './drafts.ts';
import { NOT_LOADED, openForm, postReply, startingText } from './form-store.ts';
import { MessageForm } from './MessageForm.tsx';
import { addReply, close, type Opened, type Thread } from './thread-store.ts';

interface Props {
  $thread: Thread;
  of: ReplyTarget;
  /** Who is replied to; the thread itself when left out. */
  to?: string;
  opened?: Opened;
}

/** Where a comment is written, to a thread or to another comment; what is not posted yet is kept. */
export function ReplyForm({ $thread, of, to, opened }: Props) {
  const [$form] = useState(openForm);
  const [text, setText] = useState('');
  // After posting, the form starts anew.
  const [round, setRound] = useState(0);
  const { threadid, parentid } = of;
  const quotes = opened?.form === 'quote';
  useEffect(() => {
    const draft = readDraft({ threadid, parentid });
    setText(draft);
    if (draft !== '' || !quotes || parentid === null) return undefined;
    let isLeft = false;
    void startingText(parentid, 'quote').then((quote) => {
      if (isLeft) return;
      if (quote === undefined) $form.setKey('message', NOT_LOADED);
      // Text that was typed meanwhile stays, with its cursor.
      else if (readDraft({ threadid, parentid }) === '') setText(quote);
    });
    return () => {
      isLeft = true;
    };
  }, [$form, threadid, parentid, quotes]);

  const post = async (typed: string) => {
    const reply = await postReply($form, of, typed);
    if (!reply) return;
    setText('');
    setRound((before) => before + 1);
    addReply($thread, reply);
  };
  const waiting = useStore($postNow);
  useEffect(() => {
    if (waiting?.threadid !== threadid || waiting.parentid !== parentid) return;
    const draft = readDraft({ threadid, parentid });
    $postNow.set(null);
    if (draft !== '') void post(draft);
  }, [waiting]);

  const cancel = () => {
    keepDraft(of, '');
    close($thread);
  };
  const hidden = { do: 'postreply', threadid: String(threadid), ...(parentid !== null && { parentid: String(parentid) }) };
  return (
    <MessageForm
      key={round}
      id={`reply-${parentid ?? 'to-deal'}`}
      $form={$form}
      label={to === undefined ? 'Add a comment' : `Reply to ${to}`}
      button={to === undefined ? 'Post comment' : 'Post reply'}
      action={replyCall.address}
      hidden={hidden}
      text={text}
      focus={opened?.focus ?? false}
      onType={(typed) => keepDraft(of, typed)}
      onSubmit={(typed) => void post(typed)}
    >
      {opened && (
        <button type="button" className="button button--quiet" onClick={cancel}>
          Cancel
        </button>
      )}
    </MessageForm>
  );
}

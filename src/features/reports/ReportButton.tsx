import { useRef, type SubmitEvent } from 'react';
import type { PostKind } from './report.ts';

interface Props {
  postid: number;
  kind: PostKind;
  isExpired?: boolean;
}

/** Opens the dialog that reports a post. Without script, or where the dialog does not load, the form leads to a page. */
export function ReportButton({ postid, kind, isExpired = false }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const open = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const { showReport } = await import('./mount.tsx');
      showReport({ postid, kind, isExpired });
    } catch (error) {
      console.warn('The dialog did not load', error);
      form.current?.submit();
    }
  };
  return (
    <form ref={form} className="report-button" method="get" action="/account/report" onSubmit={(event) => void open(event)}>
      <input type="hidden" name="postid" value={postid} />
      <button className={kind === 'comment' ? 'text-button' : 'button button--quiet'}>
        Report{kind === 'comment' && <span className="visually-hidden"> this comment</span>}
      </button>
    </form>
  );
}

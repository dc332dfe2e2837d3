import { FORUM_FIELD, type Forum } from './forum.ts';
import { CROSS, Icon } from './Icon.tsx';

interface Props {
  forum: Forum;
  /** Address of the same page without the forum, where the page knows it: the way out where there is no script. */
  everywhere: string | undefined;
  onDismiss: () => void;
}

/** Says within which forum the search is. */
export function ForumTag({ forum: { label, value }, everywhere, onDismiss }: Props) {
  const name = `Remove forum ${label}`;
  return (
    <span className="forum-tag" data-forum-tag>
      <span className="forum-tag__label">{label}</span>
      <button type="button" className="forum-tag__dismiss needs-script" aria-label={name} onClick={onDismiss}>
        <Icon path={CROSS} />
      </button>
      {everywhere !== undefined && (
        <noscript>
          <a className="forum-tag__dismiss" href={everywhere} aria-label={name}>
            <Icon path={CROSS} />
          </a>
        </noscript>
      )}
      <input type="hidden" name={FORUM_FIELD} value={value} />
    </span>
  );
}

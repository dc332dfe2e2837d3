import { useEffect, useRef, type MouseEvent } from 'react';
import { formatReputation } from '../../../lib/reputation.ts';
import { CROSS, Icon } from './Icon.tsx';
import { matchedParts } from './matched-parts.ts';
import type { SearchBox } from './store.ts';
import { kindOf, type Group, type Option } from './suggestion.ts';

const TAG = 'M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01';
const ICONS: Partial<Record<Option['query_intent'] | Group['heading'], string>> = {
  store_name: 'M5 10v9h14v-9M3 10l2-5h14l2 5zM10 19v-5h4v5',
  brand_name: TAG,
  category_name: TAG,
  Recent: 'M12 8v4l3 2M5 8.5A8 8 0 1 1 4 12M4 4v5h5',
  Trending: 'M4 17l6-6 4 4 6-8M15 7h5v5',
};
const GLASS = 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15.5 15.5 20 20';

/** Id of the note on removing, for screen readers. */
export const REMOVING = 'search-removing';

interface Props {
  id: string;
  option: Option;
  heading: Group['heading'];
  /** What was typed, which is marked in the phrase. */
  typed: string;
  /** Where it leads. */
  href: string;
  isActive: boolean;
  box: SearchBox;
  onKeyword: (phrase: string) => void;
}

/** An option: a real link that a screen reader takes for an option, and beside it, for pointers, what removes it. */
export function SuggestionOption({ id, option, heading, typed, href, isActive, box, onKeyword }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { phrase, query_intent, username, recent, avatar, reputation } = option;
  const kind = [kindOf(option), reputation !== undefined && `${formatReputation(reputation)} reputation`].filter(Boolean).join(' · ');
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    box.close();
    if (query_intent !== 'keyword') return;
    event.preventDefault();
    onKeyword(phrase);
  };
  return (
    <div role="presentation" className="suggestions__row">
      <a
        ref={link}
        id={id}
        role="option"
        className="suggestion"
        href={href}
        tabIndex={-1}
        draggable={false}
        aria-selected={isActive}
        aria-describedby={recent ? REMOVING : undefined}
        onClick={follow}
      >
        {avatar ? (
          <span className="avatar suggestion__avatar" data-initial={(username ?? phrase).slice(0, 1)}>
            <img src={avatar} alt="" width="50" height="50" />
          </span>
        ) : (
          <Icon path={ICONS[query_intent] ?? ICONS[heading] ?? GLASS} />
        )}
        <span className="suggestion__phrase">
          {matchedParts(username ?? phrase, typed).map(({ text, matches }, index) => (matches ? <mark key={index}>{text}</mark> : text))}
        </span>
        {kind && ' '}
        {kind && <span className="suggestion__kind">{kind}</span>}
      </a>
      {/* Options hold no buttons; by keyboard the Delete key does the same. */}
      {recent && (
        <button
          type="button"
          className="suggestions__remove"
          tabIndex={-1}
          aria-hidden="true"
          title={`Remove ${phrase}`}
          onClick={() => box.removeRecent(phrase)}
        >
          <Icon path={CROSS} />
        </button>
      )}
    </div>
  );
}

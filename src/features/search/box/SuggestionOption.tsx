import { useEffect, useRef, type MouseEvent } from 'react';
import { CROSS, Icon } from './Icon.tsx';
import type { SearchBox } from './store.ts';
import { searchTypeOf, type Group, type Option } from './suggestion.ts';
import { SuggestionContent } from './SuggestionContent.tsx';

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
  onSearch: (phrase: string, searchtype: string) => void;
}

/** An option: a real link that a screen reader takes for an option, and beside it, for pointers, what removes it. */
export function SuggestionOption({ id, option, heading, typed, href, isActive, box, onSearch }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { phrase, query_intent, recent } = option;
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    box.close();
    if (query_intent !== 'keyword' && query_intent !== 'search') return;
    event.preventDefault();
    onSearch(phrase, searchTypeOf(query_intent));
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
        <SuggestionContent option={option} heading={heading} typed={typed} />
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

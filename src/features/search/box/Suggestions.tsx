import { useEffect, useRef } from 'react';
import { HINT, type SearchBox, type SearchBoxState } from './store.ts';
import { addressOf } from './suggestion.ts';
import { REMOVING, SuggestionOption } from './SuggestionOption.tsx';
import { trackVisibleHeight } from './visible-height.ts';

interface Props {
  box: SearchBox;
  state: SearchBoxState;
  /** Where the form goes, and what it sends. */
  action: string;
  fields: Record<string, string>;
  /** Called with what is searched for, and what the form says of where it is from. */
  onSearch: (phrase: string, searchtype: string) => void;
}

/** Id of the list. */
export const LIST = 'search-suggestions';

/** Id of an option by its place from 0, through all groups. */
export const optionId = (place: number) => `${LIST}-${place}`;

/** The list under the box. The focus stays in the text; its `aria-activedescendant` names the active option. */
export function Suggestions({ box, state: { typed, open, groups, active, announcement }, action, fields, onSearch }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => (panel.current ? trackVisibleHeight(panel.current) : undefined), []);
  const sent = new URLSearchParams(fields);
  let place = 0;
  return (
    <>
      {/* The focus stays in the text, whose keys do all that the pointer does here. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={panel} className="suggestions" hidden={!open} onMouseDown={(event) => event.preventDefault()}>
        <button
          type="button"
          className="suggestions__clear"
          hidden={groups[0]?.heading !== 'Recent'}
          aria-label="Clear recent searches"
          onClick={box.clearRecent}
        >
          Clear
        </button>
        <div role="listbox" id={LIST} aria-label="Suggestions" hidden={groups.length === 0}>
          {groups.map(({ heading, options }) => (
            <div
              key={heading ?? ''}
              role={heading ? 'group' : 'presentation'}
              className="suggestions__group"
              data-group={heading ?? ''}
              aria-labelledby={heading && `${LIST}-${heading}`}
            >
              {heading && (
                <div className="suggestions__heading" id={`${LIST}-${heading}`} role="presentation">
                  {heading}
                </div>
              )}
              {options.map((option) => {
                const id = optionId(place);
                return (
                  <SuggestionOption
                    key={id}
                    id={id}
                    option={option}
                    heading={heading}
                    typed={typed}
                    href={addressOf(option, sent, action)}
                    isActive={place++ === active}
                    box={box}
                    onSearch={onSearch}
                  />
                );
              })}
            </div>
          ))}
        </div>
        <p className="suggestions__hint" hidden={groups.length > 0}>
          {HINT}
        </p>
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <span id={REMOVING} hidden>
        Press Delete to remove
      </span>
    </>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { watchResize } from '../../../ui/watch-resize.ts';
import { FORUM_FIELD, forumNamed, type Forum } from './forum.ts';
import { ForumTag } from './ForumTag.tsx';
import { CROSS, Icon } from './Icon.tsx';
import { SearchText } from './SearchText.tsx';
import { openSearchBox } from './store.ts';
import { Suggestions } from './Suggestions.tsx';
import '../../../ui/rendered-anew.ts';

interface Props {
  /** Where the form goes: a path or a web address. */
  action: string;
  /** From how many letters on it suggests. */
  minimum: number;
  /** Whether it suggests at all; else it is a form and no more. */
  suggests: boolean;
  /** Text that was searched for. */
  text: string | undefined;
  /** Order that was chosen; empty for the usual one. */
  sort: string;
  /** Forum that the search is within, and the address of the same page without it. */
  forum?: Forum | undefined;
  everywhere?: string | undefined;
}

/** Below the tablet breakpoint the list shows whatever is typed (spec §2). */
const MOBILE = '(max-width: 47.99875em)';
const isMobile = () => matchMedia(MOBILE).matches;

/** The search box. Its form works as it comes from the server, and while this is on its way. */
export function SearchBox({ action, minimum, suggests, text, sort, forum, everywhere }: Props) {
  const [box] = useState(() => openSearchBox({ minimum, forum, alwaysOpens: isMobile }));
  const state = useStore(box.$state);
  const [isHydrated, setHydrated] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The 'coupons' host sends the text and the order alone.
  const fields: Record<string, string> = suggests
    ? { searcharea: 'deals', searchin: 'first', isUserSearch: '1', sort, searchtype: '' }
    : { sort };

  // On phones an open box is all there is to see.
  useLayoutEffect(() => void document.documentElement.classList.toggle('is-searching', state.open), [state.open]);
  useEffect(() => {
    setHydrated(true);
    const { current } = field;
    // What was typed before counts.
    if (current && document.activeElement === current) box.refresh(current.value);
    const named = forumNamed(new URLSearchParams(location.search));
    if (named !== undefined && !box.$state.get().forum) void box.enterForum(named);

    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node && form.current?.contains(target))) box.close();
    };
    // Coming back shows the page as it was made.
    const reset = () => {
      form.current?.reset();
      box.close();
    };
    // Whoever turns a tablet with the list open gets the list of that width.
    let wasMobile = isMobile();
    const endResizing = watchResize(() => {
      if (wasMobile === isMobile()) return;
      wasMobile = isMobile();
      if (box.$state.get().open) box.refresh(field.current?.value ?? '');
    });
    document.addEventListener('pointerdown', closeOutside);
    addEventListener('pagehide', reset);
    return () => {
      endResizing();
      document.removeEventListener('pointerdown', closeOutside);
      removeEventListener('pagehide', reset);
    };
  }, [box]);

  const search = (phrase: string, searchtype: string) => {
    const hidden = form.current?.elements.namedItem('searchtype');
    if (!field.current || !(hidden instanceof HTMLInputElement)) return;
    field.current.value = phrase;
    hidden.value = searchtype;
    form.current?.requestSubmit();
    hidden.value = '';
  };
  const leaveForum = () => {
    box.leaveForum();
    field.current?.focus();
    box.refresh(field.current?.value ?? '');
  };
  const cancel = () => {
    box.close();
    field.current?.blur();
  };
  return (
    <form
      ref={form}
      className="search-box"
      action={action}
      method="get"
      role="search"
      data-search-box={suggests ? 'suggests' : ''}
      data-open={state.open ? '' : undefined}
      onSubmit={box.close}
    >
      <div className="search-box__field">
        {state.forum && <ForumTag forum={state.forum} everywhere={everywhere} onDismiss={leaveForum} />}
        <label className="visually-hidden" htmlFor="search-text">
          Search
        </label>
        <SearchText box={box} state={state} field={field} text={text} isHydrated={isHydrated} />
        {/* `first-search.js` clears the text, and the browser sends the form: neither waits for this. */}
        <button className="search-box__clear icon-button needs-script" type="button" data-clear data-native aria-label="Clear text">
          <Icon path={CROSS} />
        </button>
        <button className="search-box__button icon-button" data-native aria-label="Search">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="11" cy="11" r="6" />
            <path d="M15.5 15.5 20 20" />
          </svg>
        </button>
      </div>
      {suggests && (
        <button className="search-box__cancel" type="button" onClick={cancel}>
          Cancel
        </button>
      )}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      {isHydrated && (
        <Suggestions
          box={box}
          state={state}
          action={action}
          fields={{ ...(state.forum && { [FORUM_FIELD]: state.forum.value }), q: '', ...fields }}
          onSearch={search}
        />
      )}
    </form>
  );
}

import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { keyAction, type KeyAction } from './keys.ts';
import { activeOption, type SearchBox, type SearchBoxState } from './store.ts';
import { LIST, optionId } from './Suggestions.tsx';

interface Props {
  box: SearchBox;
  state: SearchBoxState;
  field: RefObject<HTMLInputElement | null>;
  /** Text that was searched for. */
  text: string | undefined;
  isHydrated: boolean;
}

/** The keyboards of these phones compose every word; elsewhere only signs are composed, which are nothing until they are done. */
const composesWords = () => navigator.userAgent.includes('Android');

/**
 * The text of the search box, which works the list (ARIA practices, editable combobox with a list). It belongs to the browser, not to React: what
 * is typed before this is there stays.
 */
export function SearchText({ box, state, field, text, isHydrated }: Props) {
  const hasLeft = useRef(true);
  const { open, active } = state;
  const option = activeOption(state);
  const refresh = () => box.refresh(field.current?.value ?? '');

  const actions: Record<KeyAction, () => void> = {
    next: () => (open ? box.move(1) : refresh()),
    previous: () => (open ? box.move(-1) : refresh()),
    first: () => box.activate(0),
    last: () => box.activate(-1),
    follow: () => document.getElementById(optionId(active))?.click(),
    remove: () => option && box.removeRecent(option.phrase),
    close: box.close,
    clear: () => field.current && (field.current.value = ''),
    leave: box.close,
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    const pressed = { open, active: option !== undefined, removable: option?.recent === true, filled: value !== '' };
    const action = keyAction(event.nativeEvent, pressed);
    if (!action) return;
    if (action !== 'leave') event.preventDefault();
    actions[action]();
  };
  return (
    <input
      ref={field}
      className="search-box__text"
      id="search-text"
      type="search"
      name="q"
      defaultValue={text}
      placeholder="Search deals, coupons, stores and more..."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={200}
      {...(isHydrated && {
        role: 'combobox',
        'aria-controls': LIST,
        'aria-autocomplete': 'list' as const,
        'aria-expanded': open && state.groups.length > 0,
        'aria-activedescendant': option && optionId(active),
      })}
      onKeyDown={onKeyDown}
      onInput={({ nativeEvent }) => {
        const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
        if (!isComposing || composesWords()) refresh();
      }}
      onCompositionEnd={refresh}
      onClick={() => open || refresh()}
      // Coming back to the window is no new focus: what was closed stays closed.
      onBlur={() => (hasLeft.current = document.activeElement !== field.current)}
      onFocus={() => hasLeft.current && refresh()}
      // The page's script has set the role combobox.
      suppressHydrationWarning
    />
  );
}

import type { KeyboardEvent, ReactNode } from 'react';

interface Props<Id extends string> {
  /** What is chosen among, for screen readers. */
  label: string;
  tabs: { id: Id; name: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** What the selected tab shows. */
  children: ReactNode;
}

/** Id of a tab's element, by which its panel and its dialog are named. */
export const tabElementId = (id: string) => `tab-${id}`;

/** Tabs whose choice follows the arrow keys (ARIA's pattern of tabs). */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: Props<Id>) {
  const move = (event: KeyboardEvent) => {
    // The browser's own keys, such as those of back and forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = tabs.findIndex(({ id }) => id === selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = to === undefined ? undefined : tabs[to % tabs.length];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    document.getElementById(tabElementId(tab.id))?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="tabs__tab"
            role="tab"
            id={tabElementId(id)}
            aria-selected={id === selected}
            aria-controls={id === selected ? `${tabElementId(id)}-panel` : undefined}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
            onKeyDown={move}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${tabElementId(selected)}-panel`} aria-labelledby={tabElementId(selected)}>
        {children}
      </div>
    </>
  );
}

import { formatReputation } from '../../../lib/reputation.ts';
import { CROSS, element, icon } from './element.ts';
import { matchedParts } from './matched-parts.ts';
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

export interface Row {
  row: HTMLElement;
  link: HTMLAnchorElement;
}

/** Draws an option: a real link that a screen reader takes for an option, and beside it, for pointers, what removes it. */
export function optionRow(option: Option, heading: Group['heading'], at: { id: string; href: string; typed: string }): Row {
  const { phrase, query_intent, username, recent, avatar, reputation } = option;
  const kind = [kindOf(option), reputation !== undefined && `${formatReputation(reputation)} reputation`].filter(Boolean).join(' · ');
  const link = element(
    'a',
    {
      id: at.id,
      role: 'option',
      class: 'suggestion',
      href: at.href,
      tabindex: '-1',
      draggable: 'false',
      'aria-selected': 'false',
      'aria-describedby': recent ? REMOVING : undefined,
    },
    avatar
      ? element(
          'span',
          { class: 'avatar suggestion__avatar', 'data-initial': (username ?? phrase).slice(0, 1) },
          element('img', { src: avatar, alt: '', width: '50', height: '50' }),
        )
      : icon(ICONS[query_intent] ?? ICONS[heading] ?? GLASS),
    element(
      'span',
      { class: 'suggestion__phrase' },
      ...matchedParts(username ?? phrase, at.typed).map(({ text, matches }) => (matches ? element('mark', {}, text) : text)),
    ),
    ...(kind ? [' ', element('span', { class: 'suggestion__kind' }, kind)] : []),
  );
  const row = element('div', { role: 'presentation', class: 'suggestions__row' }, link);
  // Options hold no buttons; by keyboard the Delete key does the same.
  if (recent)
    row.append(
      element(
        'button',
        {
          type: 'button',
          class: 'suggestions__remove',
          tabindex: '-1',
          'aria-hidden': 'true',
          title: `Remove ${phrase}`,
          'data-remove': phrase,
        },
        icon(CROSS),
      ),
    );
  return { row, link };
}

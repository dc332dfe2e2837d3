import { element } from './element.ts';
import { optionRow, REMOVING } from './option-row.ts';
import type { Group, Option } from './suggestion.ts';

const ID = 'search-suggestions';

/** An option on the screen. */
interface Shown {
  option: Option;
  link: HTMLAnchorElement;
}

/** The list under the box. The focus stays in the text; `aria-activedescendant` names the active option. */
export class SuggestionList {
  readonly panel = element('div', { class: 'suggestions', 'data-suggestions': '', hidden: '' });
  readonly #box: HTMLFormElement;
  readonly #text: HTMLInputElement;
  readonly #list = element('div', { role: 'listbox', id: ID, 'aria-label': 'Suggestions' });
  readonly #clear = element('button', { type: 'button', class: 'suggestions__clear', 'data-clear-recent': '' }, 'Clear');
  readonly #none = element('p', { class: 'suggestions__none', hidden: '' }, 'No suggestions');
  readonly #status = element('p', { class: 'visually-hidden', role: 'status' });
  #shown: Shown[] = [];
  #place = -1;

  constructor(box: HTMLFormElement, text: HTMLInputElement) {
    this.#box = box;
    this.#text = text;
    this.#clear.setAttribute('aria-label', 'Clear recent searches');
    this.panel.append(this.#clear, this.#list, this.#none);
    box.append(this.panel, this.#status, element('span', { id: REMOVING, hidden: '' }, 'Press Delete to remove'));
    for (const [name, value] of Object.entries({ 'aria-controls': ID, 'aria-autocomplete': 'list' })) text.setAttribute(name, value);
  }

  get open(): boolean {
    return !this.panel.hidden;
  }

  /** Place of the active option from 0, -1 when there is none. */
  get place(): number {
    return this.#place;
  }

  get active(): Shown | undefined {
    return this.#shown[this.#place];
  }

  optionOf(link: Element): Option | undefined {
    return this.#shown.find((shown) => shown.link === link)?.option;
  }

  /**
   * Shows groups of options, none of them active.
   * @param addressOf where an option leads
   * @param answered whether the server has answered; the number of options is then announced
   */
  show(groups: Group[], typed: string, addressOf: (option: Option) => string, answered: boolean): void {
    this.#shown = [];
    this.#list.replaceChildren(
      ...groups.map(({ heading, options }) => {
        const id = `${ID}-${heading}`;
        const rows = options.map((option) => {
          const { row, link } = optionRow(option, heading, { id: `${ID}-${this.#shown.length}`, href: addressOf(option), typed });
          this.#shown.push({ option, link });
          return row;
        });
        const words = element('div', { class: 'suggestions__heading', id, role: 'presentation' }, heading);
        return element('div', { role: 'group', class: 'suggestions__group', 'aria-labelledby': id }, words, ...rows);
      }),
    );
    const count = this.#shown.length;
    this.#list.hidden = count === 0;
    this.#clear.hidden = groups[0]?.heading !== 'Recent';
    this.#none.hidden = !answered || count > 0;
    this.panel.hidden = false;
    // The header makes room on small screens.
    this.#box.toggleAttribute('data-open', true);
    this.#text.setAttribute('aria-expanded', String(count > 0));
    this.#deactivate();
    if (answered) this.#status.textContent = count === 0 ? 'No suggestions' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`;
  }

  hide(): void {
    this.panel.hidden = true;
    this.#box.removeAttribute('data-open');
    this.#text.setAttribute('aria-expanded', 'false');
    this.#status.textContent = '';
    this.#deactivate();
  }

  /** Makes the next or previous option active, around the ends. */
  move(step: 1 | -1): void {
    const from = this.active ? this.#place : step > 0 ? -1 : 0;
    this.activate((from + step) % this.#shown.length);
  }

  /** Makes an option active by its place from 0; past the end, or -1, is the last one. */
  activate(place: number): void {
    this.#deactivate();
    const last = this.#shown.length - 1;
    this.#place = place < 0 ? last : Math.min(place, last);
    const { active } = this;
    if (!active) return;
    active.link.setAttribute('aria-selected', 'true');
    active.link.scrollIntoView({ block: 'nearest' });
    this.#text.setAttribute('aria-activedescendant', active.link.id);
  }

  #deactivate(): void {
    this.active?.link.setAttribute('aria-selected', 'false');
    this.#place = -1;
    this.#text.removeAttribute('aria-activedescendant');
  }
}

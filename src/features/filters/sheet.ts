import { FILTERS_CALL } from '../../lib/page-calls.ts';
import { requiredElement } from '../../ui/required-element.ts';

/** Milliseconds after the last choice at which deals are counted. */
const PAUSE = 150;

interface Sheet {
  dialog: HTMLDialogElement;
  all: HTMLElement;
  counting?: AbortController;
  timer?: number;
}

const sheets = new WeakMap<HTMLFormElement, Sheet>();

/** Shows the filters of a form over the page, and says how many deals there are for what is chosen. */
export function openSheet(form: HTMLFormElement): void {
  const sheet = sheets.get(form) ?? makeSheet(form);
  const { dialog, all } = sheet;
  requiredElement('.filters-sheet__content', dialog).append(all);
  dialog.showModal();
  count(form, sheet);
}

function makeSheet(form: HTMLFormElement): Sheet {
  const all = requiredElement('.filters__all', form);
  const template = document.createElement('template');
  template.innerHTML = `<dialog class="modal filters-sheet" aria-labelledby="filters-title">
    <div class="filters-sheet__head"><h2 id="filters-title">Filters</h2>
      <button type="button" class="icon-button" aria-label="Close"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5 5 15" /></svg></button></div>
    <div class="filters-sheet__content"></div></dialog>`;
  const dialog = requiredElement<HTMLDialogElement>('dialog', template.content);
  form.append(dialog);
  const sheet: Sheet = { dialog, all };
  sheets.set(form, sheet);
  requiredElement('[aria-label=Close]', dialog).addEventListener('click', () => dialog.close());
  // A pointer that is released here may have been pressed within, to select a text.
  let pressed: EventTarget | null = null;
  dialog.addEventListener('pointerdown', ({ target }) => (pressed = target));
  dialog.addEventListener('click', ({ target }) => target === dialog && pressed === dialog && dialog.close());
  dialog.addEventListener('close', () => requiredElement('details', form).append(all));
  dialog.addEventListener('input', () => {
    clearTimeout(sheet.timer);
    sheet.counting?.abort();
    showTotal(form, undefined);
    sheet.timer = window.setTimeout(() => count(form, sheet), PAUSE);
  });
  // Resets the form, so that a page restored from the browser's history shows what its address says.
  addEventListener('pagehide', () => {
    dialog.close();
    form.reset();
  });
  return sheet;
}

/** Loads the form for the current choices, with its counts and further choices. Only the last request counts. */
async function loadForm(form: HTMLFormElement, signal: AbortSignal): Promise<HTMLFormElement | undefined> {
  const query = new URLSearchParams([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  const answer = await fetch(`${FILTERS_CALL}${new URL(form.action).pathname}?${query}`, { signal });
  if (!answer.ok) return undefined;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return requiredElement<HTMLFormElement>('[data-filters]', page);
}

function count(form: HTMLFormElement, sheet: Sheet): void {
  const counting = new AbortController();
  sheet.counting = counting;
  // Without an answer the button stays without a number.
  loadForm(form, counting.signal).then(
    (loaded) => loaded && !counting.signal.aborted && update(form, loaded),
    () => undefined,
  );
}

/** Updates a form from the one that was loaded. */
function update(form: HTMLFormElement, loaded: HTMLFormElement): void {
  const filed = requiredElement('[data-filed]', form);
  if (filed.dataset['filed'] === 'later') filed.replaceWith(requiredElement('[data-filed]', loaded));
  else updateCounts(form, loaded);
  showTotal(form, loaded.dataset['counted'] ?? '');
}

/** Updates the counts. Choices that are missing in the answer have no deals left. */
function updateCounts(form: HTMLFormElement, loaded: HTMLFormElement): void {
  const counts = new Map([...loaded.querySelectorAll<HTMLElement>('[data-count]')].map((each) => [keyOf(each), each]));
  for (const each of form.querySelectorAll<HTMLElement>('[data-count]')) {
    const now = counts.get(keyOf(each));
    if (now) each.replaceChildren(...now.cloneNode(true).childNodes);
    else each.textContent = '0';
  }
}

function keyOf(count: HTMLElement): string {
  const input = count.closest('label')?.querySelector('input');
  return `${input?.name} ${input?.value}`;
}

/** @param counted how many deals or offers in words, empty for none, undefined while that is not known */
function showTotal(form: HTMLFormElement, counted: string | undefined): void {
  const holds = form.dataset['holds'] ?? 'deals';
  const advice = `Remove one${holds === 'deals' ? ', or choose a higher price' : ''}.`;
  requiredElement('[data-none]', form).textContent = counted === '' ? `No ${holds} with these filters. ${advice}` : '';
  requiredElement('[data-show]', form).textContent = counted === '' ? `No ${holds}` : `Show ${counted ?? holds}`;
  requiredElement('[data-said]', form).textContent = counted ?? '';
}

import { OTHER_PRICE } from './applied-filters.ts';

const formOf = (event: Event) => (event.target instanceof Element ? event.target.closest<HTMLFormElement>('form[data-filters]') : null);

/**
 * Makes forms of filters open as a sheet, send only what was chosen, and lead to the results.
 * @param styled resolves once the stylesheet of dialogs is there
 */
export function watchFilters(styled: Promise<void>): void {
  document.addEventListener('click', (event) => {
    const form = formOf(event);
    if (!form || !(event.target instanceof Element) || !event.target.closest('[data-sheet]')) return;
    // If the sheet's script cannot be loaded, the form unfolds as it does without script.
    const fold = form.querySelector('details');
    if (fold?.open) return;
    event.preventDefault();
    Promise.all([import('./sheet.ts'), styled]).then(
      ([{ openSheet }]) => openSheet(form),
      () => fold?.setAttribute('open', ''),
    );
  });
  document.addEventListener('input', (event) => chooseOtherPrice(event));
  document.addEventListener('submit', (event) => leadToResults(formOf(event)));
  addEventListener('formdata', (event) => formOf(event) && normalizeFilterForm(event.formData));
}

/** With the keyboard one goes on at the heading of the results, not once more through the header and the filters; others see the page from its top. */
function leadToResults(form: HTMLFormElement | null): void {
  if (!form) return;
  const address = new URL(form.action);
  const results = (form.closest('section') ?? document).querySelector('.feed-bar h2');
  address.hash = document.querySelector(':focus-visible') ? (results?.id ?? '') : '';
  form.action = address.href;
}

/** Typing a price chooses it. */
function chooseOtherPrice({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'text') return;
  const chip = target.form?.querySelector<HTMLInputElement>(`[data-filters] [name=price][value=${OTHER_PRICE}]`);
  if (chip) chip.checked = true;
}

/** Removes empty fields, and sends a suggested price as the highest price, so that addresses are the same as those of links. */
export function normalizeFilterForm(data: FormData): void {
  const price = data.get('price');
  data.delete('price');
  if (typeof price === 'string' && price !== OTHER_PRICE) {
    data.delete('price_min');
    data.set('price_max', price);
  }
  for (const name of ['price_min', 'price_max', 'percent_off']) if (data.get(name) === '') data.delete(name);
}

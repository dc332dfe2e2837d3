import { createElement } from '../../ui/create-element.ts';
import { requiredElement } from '../../ui/required-element.ts';
import { ageWords } from './age.ts';
import { readKeptPages } from './caches.ts';
import { deleteKeptPages } from './delete-kept-pages.ts';
import { rankOf, sortByImportance, type KeptPage } from './kept-page.ts';

const HEADINGS = [
  ['coupon', 'Coupons that you copied'],
  ['savedAt', 'Deals that you saved'],
  ['deal', 'Deals and offers'],
  ['feed', 'Lists'],
] as const;

/** Lists the pages that are kept on this device: coupons first, then saved deals. */
export async function listKeptPages(): Promise<void> {
  if (!('caches' in window)) return;
  const button = requiredElement('[data-delete-pages]');
  button.addEventListener('click', async () => {
    await deleteKeptPages();
    await show(button);
    requiredElement('main').focus();
  });
  await show(button);
}

async function show(button: HTMLElement): Promise<void> {
  const pages = sortByImportance((await readKeptPages().catch(() => ({ pages: [] }))).pages);
  const parts = HEADINGS.flatMap(([rank, heading]) =>
    part(
      heading,
      pages.filter((page) => rankOf(page) === rank),
    ),
  );
  requiredElement('[data-kept-pages]').replaceChildren(...(parts.length > 0 ? parts : [createElement('p', {}, 'Nothing is kept yet.')]));
  button.hidden = parts.length === 0;
}

const part = (heading: string, pages: KeptPage[]) =>
  pages.length > 0 ? [createElement('h2', {}, heading), createElement('ul', {}, ...pages.map(entry))] : [];

const entry = ({ path, title, coupon, at }: KeptPage) =>
  createElement(
    'li',
    {},
    createElement('a', { href: path }, title || path),
    createElement(
      'p',
      {},
      ...(coupon ? [createElement('code', {}, coupon.code), coupon.store && ` at ${coupon.store}, `] : []),
      `kept ${ageWords(Date.now() - at)}`,
    ),
  );

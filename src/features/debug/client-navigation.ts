import { requiredElement } from '../../ui/required-element.ts';
import { showError } from '../accounts/popups/store.ts';
import { fetchPage } from './fetch-page.ts';
import { PageError } from './page-error.ts';

/** Makes the buttons of `/debug/client-side-navigation` read the data of pages, and show it or the error modal. */
export function watchPageButtons(): void {
  const result = requiredElement('[data-fetched-page]');
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-fetch-page]');
    if (!button) return;
    try {
      const { path, title, type } = await fetchPage(button.dataset['fetchPage'] ?? '/');
      result.textContent = `${path}: ${title} (${type})`;
    } catch (error) {
      result.textContent = error instanceof PageError ? `Status ${error.status}: ${error.detail}\n${error.stack ?? ''}` : String(error);
      showError(error instanceof Error ? error.message : String(error));
    }
  });
}

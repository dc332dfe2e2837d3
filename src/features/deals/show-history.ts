/** What a deal's page tells of the prices it had; each names the price that it ends with. */
const TOLD = '[data-priced]';

const isOf = (price: string) => (part: HTMLElement) => part.dataset['priced'] === price;
const toldOn = (page: ParentNode) => [...page.querySelectorAll<HTMLElement>(TOLD)];
let isAsking = false;

/**
 * Has the price history on a page that stays open, and its summary, end with another price: as the page that is published by now tells it. Where
 * that is an older one, or somebody is reading a chart by keyboard, they stay as they are until the next time.
 * @param price as the calls write it
 */
export async function showHistory(price: string): Promise<void> {
  if (isAsking || toldOn(document).every(isOf(price))) return;
  isAsking = true;
  try {
    const answer = await fetch(location.pathname, { cache: 'no-cache' });
    if (!answer.ok) return;
    const fresh = toldOn(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    if (!fresh.every(isOf(price))) return;
    for (const part of toldOn(document)) replace(part, fresh);
  } catch {
    // Without a connection the page stays as it is.
  } finally {
    isAsking = false;
  }
}

/** @param fresh has none where nothing is told any more */
function replace(part: HTMLElement, fresh: HTMLElement[]): void {
  if (part.contains(document.activeElement)) return;
  const found = fresh.find(({ className }) => className === part.className);
  if (!found) return part.remove();
  const now = document.importNode(found, true);
  const chosen = part.querySelector<HTMLInputElement>('input:checked');
  part.replaceWith(now);
  if (chosen) now.querySelector<HTMLInputElement>(`#${chosen.id}`)?.click();
}

import { announce } from '../../ui/announce.ts';

/** How long a button shows that it copied (spec §9). */
const FEEDBACK_MS = 1500;
/** How long the evidence of a code is shown, which takes longer to read. */
const EVIDENCE_MS = 4000;

/** Makes buttons and links with `data-copy` copy its text to the clipboard and confirm that. */
export function watchCopyButtons(): void {
  document.addEventListener('click', async (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null;
    const label = button?.querySelector<HTMLElement>('[data-copy-label]');
    const code = button?.dataset['copy'];
    if (!button || !label || code === undefined || button.dataset['copied'] !== undefined) return;
    const before = label.textContent;
    const copied = await copy(code);
    // The store opens all the same.
    if (!copied && button instanceof HTMLAnchorElement) return;
    label.textContent = copied ? 'Copied' : select(button) ? 'Selected: copy it now' : 'Copy the address of this page';
    // Not by the label: that would announce, too, what it says again after a while.
    announce(label.textContent);
    if (button.title) showEvidence(button, button.title);
    button.dataset['copied'] = '';
    setTimeout(() => {
      label.textContent = before;
      delete button.dataset['copied'];
    }, FEEDBACK_MS);
  });
}

/** @returns whether the text is in the clipboard now: browsers may refuse, and give pages without https no clipboard at all */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Shows beside a card's button how its code worked for members, because touch screens show no tooltip. */
function showEvidence(button: HTMLElement, words: string): void {
  button.parentElement?.querySelector('.chip-evidence')?.remove();
  const status = document.createElement('span');
  status.className = 'chip-evidence';
  status.role = 'status';
  button.after(status);
  // Screen readers do not announce text that is in the region from the start.
  status.textContent = words;
  setTimeout(() => status.remove(), EVIDENCE_MS);
}

/** Selects the code where the clipboard is not available, so that it can be copied by keyboard. @returns false where the button has none: it shares the page */
function select(button: HTMLElement): boolean {
  const code = button.querySelector('[data-copy-text]');
  if (code) getSelection()?.selectAllChildren(code);
  return code !== null;
}

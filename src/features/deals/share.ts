/** Errors after which the address is not copied instead: the user closed the system's share sheet, or it is already open. */
const NO_FAILURES = ['AbortError', 'InvalidStateError'];

/** Shares a deal through the system where it can, else copies its address; the button is hidden without script. */
export function watchShareButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    const { shareUrl: url = location.href, shareTitle: title = document.title } = button.dataset;
    const share = async () => {
      try {
        await navigator.share({ url, title });
      } catch (error) {
        if (error instanceof DOMException && NO_FAILURES.includes(error.name)) return;
        button.removeEventListener('click', share);
        button.dataset['copy'] = url;
        button.click();
      }
    };
    // Without a system sheet it works as a copy button.
    if (!('share' in navigator)) button.dataset['copy'] = url;
    else button.addEventListener('click', share);
  }
}

/** Shares a deal through the system where it can, else copies its address; the button is hidden without script. */
export function watchShareButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    const { shareUrl: url = location.href, shareTitle: title = document.title } = button.dataset;
    // Without a system sheet it works as a copy button.
    if (!('share' in navigator)) button.dataset['copy'] = url;
    else button.addEventListener('click', () => void navigator.share({ url, title }).catch(() => undefined));
  }
}

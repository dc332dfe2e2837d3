/** Logs out in place; without its script the form leads to a page that does. */
export function watchLogOut(): void {
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-log-out]')) return;
    event.preventDefault();
    const isOver = await import('./client.ts').then(({ sendLogOut }) => sendLogOut()).catch(() => false);
    if (isOver) location.reload();
    else form.submit();
  });
}

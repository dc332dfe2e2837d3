/**
 * Logs out in place; without its script the form leads to a page that does.
 * @param forget removes what the member has left in the browser, which is not for whoever uses it next
 */
export function watchLogOut(forget: () => Promise<void>): void {
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.closest('[data-log-out]')) return;
    event.preventDefault();
    const isOver = await import('./client.ts').then(({ sendLogOut }) => sendLogOut()).catch(() => false);
    if (!isOver) return form.submit();
    await forget().catch(() => undefined);
    location.reload();
  });
}

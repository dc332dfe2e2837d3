const CONTROLS = 'button, summary, input, textarea';

/**
 * Keeps what is typed, the focus and the click where React renders an island anew instead of hydrating its HTML: on a page that the browser has
 * translated it finds other words than it expects. Called once React has begun with an island and has not looked at its HTML yet. Every island that
 * hydrates when it is used (`client:interaction`) imports this file.
 */
function carryOver({ target }: Event): void {
  if (!(target instanceof HTMLElement)) return;
  const controls = () => target.querySelectorAll<HTMLElement & { value?: string }>(CONTROLS);
  const before = controls();
  const focused = document.activeElement;
  const [first] = before;
  // One of the events for which React hydrates at once; nobody listens to it.
  first?.dispatchEvent(new Event('keyup', { bubbles: true }));
  if (!first || first.isConnected) return;
  controls().forEach((now, index) => {
    const old = before[index];
    if (old?.value) now.value = old.value;
    if (old === focused) now.focus();
    // The click that hydrated the island is still to be done again (`interaction.ts`).
    old?.addEventListener('click', (event) => {
      event.preventDefault();
      now.click();
    });
  });
}

if (!import.meta.env.SSR) document.addEventListener('astro:hydrate', carryOver, true);

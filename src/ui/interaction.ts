import type { ClientDirective } from 'astro';

/**
 * `client:interaction`: an island hydrates on the first click or key in it, or on its `wake` event, and that click is then done again on the
 * hydrated control, so that nothing runs before somebody uses it and nothing is lost when they do.
 */
const interaction: ClientDirective = (load, _options, island) => {
  prefetchWhenIdle(island);
  let waiting: HTMLElement | undefined;
  let waking: Promise<void> | undefined;
  const wake = () =>
    (waking ??= load()
      .then(async (hydrate) => hydrate())
      .finally(leave));
  const leave = () => island.removeEventListener('click', onClick, true);

  const onClick = async (event: Event) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('button, [role="button"], summary') : null;
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const first = waiting === undefined;
    waiting = control;
    if (!first) return;
    try {
      await wake();
    } catch {
      // The script did not come: the form below the control still works.
      control.closest('form')?.requestSubmit(control);
      return;
    }
    waiting.click();
  };
  island.addEventListener('click', onClick, true);
  const quietly = () => void wake().catch(() => undefined);
  island.addEventListener('wake', quietly);
  // A text field is left alone: what is typed stays, and the script is there by the time it is sent.
  island.addEventListener('focusin', ({ target }) => target instanceof HTMLTextAreaElement && quietly());
};

const preloaded = new Set<string>();

/** Brings an island's modules into the browser's cache without running them. */
function prefetchWhenIdle(island: HTMLElement): void {
  const addresses = ['component-url', 'renderer-url']
    .map((name) => island.getAttribute(name))
    .filter((url): url is string => url !== null && !preloaded.has(url));
  for (const url of addresses) preloaded.add(url);
  const idle = 'requestIdleCallback' in window ? requestIdleCallback : (run: () => void) => setTimeout(run, 500);
  if (addresses.length > 0) addEventListener('load', () => idle(() => addresses.forEach(preload)), { once: true });
}

/** Preloads a module and what it imports, which browsers do not follow by themselves. */
async function preload(url: string): Promise<void> {
  const hint = document.createElement('link');
  hint.rel = 'modulepreload';
  hint.href = url;
  document.head.append(hint);
  const source = await fetch(url).then(
    (response) => response.text(),
    () => '',
  );
  for (const [, name] of source.matchAll(/from\s*"(\.\/[^"]+)"/g)) {
    if (name === undefined) continue;
    const { href } = new URL(name, new URL(url, location.href));
    if (preloaded.has(href)) continue;
    preloaded.add(href);
    void preload(href);
  }
}

export default interaction;

import type { ClientDirective } from 'astro';

/**
 * `client:interaction`: an island hydrates on the first click on a button in it, on the focus in a text field, or on its `wake` event. The button shows as
 * busy meanwhile, and the click is then done again on it, so that nothing runs before somebody uses it and nothing is lost when they do. Buttons with
 * `data-native` do without the island.
 */
const interaction: ClientDirective = (load, _options, island) => {
  let waiting: HTMLElement | undefined;
  let waking: Promise<void> | undefined;
  const leave = () => island.removeEventListener('click', onClick, true);
  const wake = () =>
    (waking ??= load()
      .then((hydrate) => hydrate())
      .then(leave, leave));

  const onClick = async (event: Event) => {
    const control = event.target instanceof Element && event.target.closest<HTMLElement>('button');
    if (!control || control.matches('[data-native]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const isFirst = !waiting;
    if (waiting) waiting.ariaBusy = null;
    waiting = control;
    waiting.ariaBusy = 'true';
    if (!isFirst) return;
    await wake();
    waiting.ariaBusy = null;
    // If the island's script could not be loaded, this submits the button's form.
    waiting.click();
  };
  island.addEventListener('click', onClick, true);
  island.addEventListener('wake', wake);
  // Focus in a text field only starts hydration: typed text stays, and the island is ready by the time it is sent.
  const onFocus = () => island.querySelector(':is(input, textarea):focus') && void wake();
  island.addEventListener('focusin', onFocus);
  onFocus();
  if (island.hasAttribute('data-awake')) void wake();
};

export default interaction;

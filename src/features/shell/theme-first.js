// Runs in the head, before the first paint, so that no page flashes in the wrong theme (spec §1): the style-id cookie wins,
// then the member's flag, then the system, which the stylesheet follows by itself.
(() => {
  const root = document.documentElement;
  const cookie = (name) =>
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const theme = { 14: 'light', 17: 'midnight' }[cookie('style-id')] ?? { 0: 'light', 1: 'midnight' }[cookie('dark-mode')];
  if (theme) root.dataset.theme = theme;
  root.classList.add('has-script');
  // The header then keeps room for the member's picture, which the page's script brings.
  root.classList.toggle('is-member', cookie('signed-in') === '1');
  root.classList.toggle('is-chromium', 'chrome' in window || 'userAgentData' in navigator);
  root.classList.toggle('has-collapsed-banner', Boolean(cookie('sd_p')?.includes('=collapsed')));
  root.classList.toggle('asks-tracking', root.dataset.tracking === 'ask' && !cookie('sd_p')?.includes('tracking='));
  // What was closed for good (closable.ts) is not shown for a moment either.
  for (const [key] of (cookie('sd_p') ?? '').matchAll(/closed-[\w-]+/g)) root.classList.add(`is-${key}`);
})();

// Runs in the head, before the first paint, so that no page flashes in the wrong theme (spec §1), nor with deals that are hidden: the
// style-id cookie wins, then the member's flag, then the system, which the stylesheet follows by itself. Every byte of it delays the page.
(() => {
  const root = document.documentElement;
  const cookies = `; ${document.cookie};`;
  const theme = cookies.match(/; style-id=1[47];/) ?? cookies.match(/; dark-mode=[01];/);
  if (theme) root.dataset.theme = /[17];/.test(theme) ? 'midnight' : 'light';
  // What was closed for good (closable.ts) is not shown for a moment either.
  root.classList.add('has-script', ...(cookies.match(/closed-[\w-]+/g) ?? []).map((key) => `is-${key}`));
  // The header then reserves space for the member's picture, which the page's script loads.
  root.classList.toggle('is-member', cookies.includes('; signed-in=1;'));
  root.classList.toggle('is-chromium', !!(window.chrome ?? navigator.userAgentData));
  // The banner that showed last is collapsed (banner-space.ts).
  root.classList.toggle('has-collapsed-banner', cookies.includes('banner-room=small'));
  // Visitors who object are neither counted nor remembered, whatever they choose (consent.ts), so they are not asked either.
  if (navigator.globalPrivacyControl || navigator.doNotTrack > 0) root.dataset.tracking = 'off';
  root.classList.toggle('asks-tracking', root.dataset.tracking === 'ask' && !/[=&]tracking=/.test(cookies));
  try {
    // The Content-Security-Policy forbids style elements.
    (document.adoptedStyleSheets = [new CSSStyleSheet()])[0].replaceSync(localStorage['hidden-style']);
  } catch {
    // Without storage or this feature, they are hidden a moment later (hide-cards.ts).
  }
})();
// The first click may come before the page's script: on a button that does nothing without it, it takes effect once the script has run.
addEventListener(
  'click',
  ({ target }) =>
    addEventListener('DOMContentLoaded', () => target.closest('button:is(.needs-script,[data-copy]):not([data-native])')?.click()),
  { once: true },
);

import type { Page } from '@playwright/test';

/** Does to a page what a browser's translation does, now and with all that comes later: elements with other words, here capitals, replace its text nodes. */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const replace = (node: Node) => {
      if (node instanceof Element && !node.matches('script, noscript, textarea, [data-translated]'))
        for (const child of [...node.childNodes]) replace(child);
      if (!(node instanceof Text) || !/\p{L}/u.test(node.data) || node.parentElement?.closest('[data-translated]')) return;
      const words = document.createElement('span');
      words.dataset['translated'] = '';
      words.textContent = node.data.toUpperCase();
      node.replaceWith(words);
    };
    replace(document.body);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) if (node.isConnected) replace(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });

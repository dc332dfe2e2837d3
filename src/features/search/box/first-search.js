document.addEventListener('submit', ({ target: { dataset, elements } }) => {
  if (!('searchBox' in dataset)) return;
  const { q, sort } = elements;
  const text = (q.value = q.value.trim());
  sort.value ||= text ? 'relevance' : 'newest';
  if (!text || !dataset.searchBox) return;
  const others = (kept) => {
    try {
      return JSON.parse(kept).filter((other) => `${other}`.toLowerCase() !== text.toLowerCase());
    } catch {
      return [];
    }
  };
  try {
    const { localStorage } = document.defaultView;
    localStorage['recent-searches'] = JSON.stringify([text, ...others(localStorage['recent-searches'])].slice(0, 8));
  } catch {
    // A browser that keeps nothing searches as well.
  }
});
document.addEventListener('click', ({ target }) => {
  const text = target.closest('[data-clear]')?.form.elements.q;
  if (!text) return;
  text.value = '';
  text.focus();
  text.dispatchEvent(new Event('input', { bubbles: true }));
});

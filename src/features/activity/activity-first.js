// Runs before the part that it is about is there, so that nothing jumps: with something to go by, room is kept.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(window.localStorage.activity ?? '{}');
  } catch {
    // Then it is as on the first visit.
  }
  const looked = Object.keys({ ...kept.categories, ...kept.searches }).length > 0;
  document.documentElement.dataset.personal = kept === 'off' ? 'off' : looked ? 'loading' : 'empty';
})();

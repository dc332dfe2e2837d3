// Runs before the part that it is about is there, so that nothing jumps: with something to go by, room is kept.
(() => {
  let kept;
  try {
    kept = localStorage.activity;
  } catch {
    // Then it is as on the first visit.
  }
  // Each category and search has a count; quotation marks in their names are written otherwise.
  document.documentElement.dataset.personal = kept === '"off"' ? 'off' : /"count"/.test(kept) ? 'loading' : 'empty';
})();

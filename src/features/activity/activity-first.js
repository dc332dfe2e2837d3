// Runs before the part that it is about is parsed, so that nothing moves: with stored activity, space is reserved.
(() => {
  let kept = '"off"';
  try {
    kept = localStorage.activity;
  } catch {
    // Without storage nothing can be remembered.
  }
  // Each category and search has a count. Their names cannot contain this text, because quotation marks are escaped.
  document.documentElement.dataset.personal = kept === '"off"' ? 'off' : /"count"/.test(kept) ? 'loading' : 'empty';
})();

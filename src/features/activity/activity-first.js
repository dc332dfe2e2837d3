(() => {
  let kept = {};
  try {
    kept = JSON.parse(window.localStorage.activity ?? '{}');
  } catch {
    kept = {};
  }
  const looked = Object.keys({ ...kept.categories, ...kept.searches }).length > 0;
  document.documentElement.dataset.personal = kept === 'off' ? 'off' : looked ? 'loading' : 'empty';
})();

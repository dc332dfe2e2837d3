const loading = new Map<string, Promise<void>>();

/**
 * Loads a third party's script into the page, once.
 * @throws when it cannot be loaded; the next call tries again. With `noextjs=1` in the page's address none is loaded (spec §2, Query
 * parameters).
 */
export function loadScript(address: string): Promise<void> {
  if (new URLSearchParams(location.search).get('noextjs') === '1')
    return Promise.reject(new Error(`${address} is left out: the page's address has noextjs=1`));
  let loaded = loading.get(address);
  if (!loaded) {
    loaded = new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = address;
      script.async = true;
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => {
        loading.delete(address);
        script.remove();
        reject(new Error(`${address} did not load`));
      });
      document.head.append(script);
    });
    loading.set(address, loaded);
  }
  return loaded;
}

const loading = new Map<string, Promise<void>>();

/**
 * Loads somebody else's script into the page, once.
 * @throws when it does not come; the next call tries again
 */
export function loadScript(address: string): Promise<void> {
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

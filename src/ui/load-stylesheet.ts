/** Adds a stylesheet to the page. @returns a promise that resolves once it is loaded, or has failed: the page can be used without it */
export function loadStylesheet(address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  const settled = new Promise<void>((resolve) => {
    for (const event of ['load', 'error']) link.addEventListener(event, () => resolve());
  });
  document.head.append(link);
  return settled;
}

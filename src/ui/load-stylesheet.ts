/** Adds a stylesheet to the page. @returns once it is there, or does not come: what it is for can be used without */
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

/** The host of an address. The names that a machine has for itself count as one (contract.md, Origin). */
export const hostOf = (address = ''): string | undefined => address.replace('127.0.0.1', 'localhost').split('/')[2];

/** Whether the site itself serves this page. A copy on another server has no server that takes events. */
export const isOwnAddress = (): boolean =>
  hostOf(document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href) === hostOf(location.href);

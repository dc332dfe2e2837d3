/** The names that a machine has for itself count as one (contract.md, Origin). */
const LOOPBACK = /\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/;

const originOf = (address: string) => new URL(address).origin.replace(LOOPBACK, '//localhost');

/** Whether the site itself serves this page. A copy of it on another server has nobody who takes what it counts. */
export const isOwnAddress = (): boolean =>
  originOf(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href) === originOf(location.href);

/**
 * An island that shows nothing. Where no other island of a page has `client:interaction`, it brings what that directive is, which the mega banner needs
 * although its HTML comes later.
 */
export const BannerRuntime = () => null;

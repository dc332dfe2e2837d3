/**
 * An island that shows nothing. It makes the page include the code of the directive `client:interaction`, even if no other island uses it,
 * because the mega banner, whose HTML is loaded later, needs it.
 */
export const BannerRuntime = () => null;

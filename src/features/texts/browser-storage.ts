/** A cookie, or an entry of the browser's storage, that the site sets in browsers. */
export interface BrowserStorage {
  in: 'cookie' | 'localStorage' | 'sessionStorage' | 'caches';
  /** Its name; with `startsWith`, the beginning of its names. On https some cookies have `__Host-` before it. */
  name: string;
  startsWith?: true;
  /** The pair of the cookie that it is about, where the cookie has several; with `startsWith`, the beginning of its keys. */
  pair?: string;
  setBy: 'server' | 'page';
  /** What it holds, or what it is for: a sentence without its full stop. */
  purpose: string;
  /** How long: goes on from "Kept". */
  kept: string;
  /** The setting without which it is never set. */
  needs?: 'google' | 'captcha' | 'tracking' | 'offline';
}

const UNTIL_BROWSER_CLOSES = 'until you close the browser';
const UNTIL_LOG_OUT = 'until you log out or close the browser; with “Remember me” for 30 days at most';

/**
 * Everything that the site ever sets in browsers, which the privacy page lists. `tests/conventions/browser-storage.test.ts` compares it with the
 * code, `tests/browser/shell/privacy.test.ts` with what a browser sees.
 */
export const BROWSER_STORAGE: BrowserStorage[] = [
  {
    in: 'cookie',
    name: 'pending-alert',
    setBy: 'server',
    kept: 'for a day, or until you log in',
    purpose: 'The deal alert that you asked for before logging in',
  },
  { in: 'cookie', name: 'style-id', setBy: 'page', purpose: 'The theme that you choose', kept: 'for a year' },
  {
    in: 'cookie',
    name: 'sd_p',
    pair: 'megabanner',
    setBy: 'page',
    kept: 'for a year',
    purpose: 'That you collapsed a large banner; a banner may have a name of its own in its place',
  },
  {
    in: 'cookie',
    name: 'sd_p',
    pair: 'banner-room',
    setBy: 'page',
    kept: 'for a year',
    purpose: 'That the large banner of the last page was collapsed, so that the next one keeps no more room for it and nothing moves',
  },
  {
    in: 'cookie',
    name: 'sd_p',
    pair: 'closed-',
    startsWith: true,
    setBy: 'page',
    kept: 'for a year',
    purpose: 'Notices that you closed for good',
  },
  {
    in: 'cookie',
    name: 'sd_p',
    pair: 'tracking',
    setBy: 'page',
    kept: 'for a year',
    purpose: 'Whether your visits may be counted, once you chose',
  },
  {
    in: 'cookie',
    name: 'sd_p',
    pair: 'vid',
    setBy: 'page',
    kept: 'for a year',
    needs: 'tracking',
    purpose: 'A random number by which visits are counted',
  },
  {
    in: 'cookie',
    name: 'sd_s',
    pair: 'state',
    setBy: 'page',
    kept: UNTIL_BROWSER_CLOSES,
    needs: 'tracking',
    purpose: 'Whether you began to sign up on this visit',
  },
  {
    in: 'cookie',
    name: 'sd_s',
    pair: 'startPage',
    setBy: 'page',
    kept: UNTIL_BROWSER_CLOSES,
    needs: 'tracking',
    purpose: 'The page on which your visit began',
  },
  {
    in: 'cookie',
    name: 'sd_s',
    pair: 'entryPoint',
    setBy: 'page',
    kept: UNTIL_BROWSER_CLOSES,
    needs: 'tracking',
    purpose: 'The site or campaign that led you here',
  },
  {
    in: 'cookie',
    name: 'sd_s',
    pair: 'eventId',
    setBy: 'page',
    kept: UNTIL_BROWSER_CLOSES,
    needs: 'tracking',
    purpose: 'The number of the page view before this one',
  },
  {
    in: 'localStorage',
    name: 'events',
    setBy: 'page',
    kept: 'until it is sent, some seconds later',
    needs: 'tracking',
    purpose: 'What is counted and not sent yet',
  },
  {
    in: 'sessionStorage',
    name: 'opened:',
    startsWith: true,
    setBy: 'page',
    kept: 'until you close the tab',
    needs: 'tracking',
    purpose: 'In which list you found a deal',
  },
  {
    in: 'localStorage',
    name: 'recent-searches',
    setBy: 'page',
    kept: 'until you clear it in the search box',
    purpose: 'Your last eight searches, which the search box suggests; we do not get them',
  },
  {
    in: 'localStorage',
    name: 'activity',
    setBy: 'page',
    kept: 'until you choose “Clear what I viewed” on the page “For you”',
    purpose:
      'Which categories and searches you looked at, how often and when, 50 of each at most, and when you were here last, so that lists can mark what is new; “For you” asks us for deals of some of them, what you come back to is suggested as a deal alert, and otherwise it stays in your browser; not where your browser sends Global Privacy Control or Do Not Track',
  },
  {
    in: 'localStorage',
    name: 'hidden-deals',
    setBy: 'page',
    kept: 'until you show them again; what is in your account, until you log out',
    purpose: 'The deals that you hide, 500 at most; we get them when you log in',
  },
  {
    in: 'localStorage',
    name: 'hidden-style',
    setBy: 'page',
    kept: 'as long as hidden-deals',
    purpose: 'The same deals in the form in which pages leave them out from the start',
  },
  {
    in: 'localStorage',
    name: 'draft:',
    startsWith: true,
    setBy: 'page',
    kept: 'until you post or empty it, log out or delete your account, or another member reads a deal here',
    purpose: 'A comment that you have begun, with the number of your account',
  },
  {
    in: 'localStorage',
    name: 'post-deal',
    startsWith: true,
    setBy: 'page',
    kept: 'until you send it or delete your account, or another member opens the form for a deal',
    purpose: 'A deal that you have begun to post or to change, with the number of your account',
  },
  {
    in: 'sessionStorage',
    name: 'wrote:',
    startsWith: true,
    setBy: 'page',
    kept: 'until you close the tab',
    purpose: 'That you wrote on a deal’s page, so that Back does not show it without that',
  },
  {
    in: 'sessionStorage',
    name: 'reloaded:',
    startsWith: true,
    setBy: 'page',
    kept: 'until you close the tab',
    purpose: 'When a page was loaded again because its script was replaced on our server, so that it is not done over and over',
  },
  {
    in: 'sessionStorage',
    name: 'tried-coupon:',
    startsWith: true,
    setBy: 'page',
    kept: 'until you answer, or close the tab',
    purpose: 'The coupon that you went to a store with, so that the page asks whether it worked when you come back',
  },
  {
    in: 'sessionStorage',
    name: 'pending-action',
    setBy: 'page',
    kept: 'until it is done, or you close the tab',
    purpose: 'What you were about to do when you were asked to log in',
  },
  {
    in: 'sessionStorage',
    name: 'message-after-load',
    setBy: 'page',
    kept: 'until the next page',
    purpose: 'What the next page is to tell you after you signed up or logged in',
  },
  {
    in: 'localStorage',
    name: 'regLoginModalSavedEmailOrUsername',
    setBy: 'page',
    kept: 'until you log in without “Remember me”',
    purpose: 'With “Remember me”, the email address or username that you log in with',
  },
  {
    in: 'caches',
    name: 'magpie-pages-1',
    setBy: 'page',
    kept: 'until you log out, or newer pages take its place',
    needs: 'offline',
    purpose:
      'The last deals and lists that you read, the coupons that you copied and the deals that you saved, so that you can read them offline; we do not get to know which',
  },
  {
    in: 'caches',
    name: 'magpie-files-1',
    setBy: 'page',
    kept: 'as long as a page that needs them',
    needs: 'offline',
    purpose: 'Styles, scripts and pictures of these pages',
  },
  { in: 'cookie', name: 'session', setBy: 'server', purpose: 'Keeps you logged in', kept: UNTIL_LOG_OUT },
  { in: 'cookie', name: 'signed-in', setBy: 'server', purpose: 'Tells the page that somebody is logged in', kept: UNTIL_LOG_OUT },
  {
    in: 'cookie',
    name: 'cookie-check',
    setBy: 'page',
    kept: 'not at all, it is removed at once',
    purpose: 'Whether your browser takes the cookies that a log-in needs, when you log in or sign up',
  },
  {
    in: 'cookie',
    name: 'dark-mode',
    setBy: 'server',
    purpose: 'The theme of your account',
    kept: `${UNTIL_LOG_OUT}; for 30 days when you choose it in your settings`,
  },
  {
    in: 'cookie',
    name: 'browser',
    setBy: 'server',
    kept: 'for a year',
    purpose: 'A random name of a browser that somebody logged in with; it helps us find people who vote with several accounts',
  },
  {
    in: 'cookie',
    name: 'devices',
    setBy: 'server',
    kept: 'for a year',
    purpose: 'That you have logged in here before, so that nobody can lock you out and we can write to you of log-ins elsewhere',
  },
  {
    in: 'cookie',
    name: 'fresh',
    setBy: 'server',
    kept: 'for a minute',
    purpose: 'When you last voted or wrote something, so that you see it at once',
  },
  {
    in: 'cookie',
    name: 'flash',
    setBy: 'server',
    kept: 'for a minute',
    purpose: 'What the next page is to tell you after a form was sent without script, and what you typed',
  },
  {
    in: 'cookie',
    name: 'after-sign-in',
    setBy: 'server',
    kept: 'for five minutes',
    purpose: 'How the next page is to greet you after a link from a mail or another site logged you in',
  },
  {
    in: 'cookie',
    name: 'google-nonce',
    setBy: 'server',
    kept: 'for an hour',
    needs: 'google',
    purpose: 'A random number that protects signing in with Google',
  },
  {
    in: 'cookie',
    name: 'captcha-v2',
    setBy: 'server',
    kept: 'for ten minutes',
    needs: 'captcha',
    purpose: 'That reCAPTCHA was not sure of you and has to ask you',
  },
];

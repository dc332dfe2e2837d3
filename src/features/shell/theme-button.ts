import { readCookie } from '../../lib/read-cookie.ts';
import { SECONDS_A_YEAR } from './cookies.ts';
import { STYLE_ID } from './style-id.ts';
import { isMidnight, showTheme, themeButtons, type Theme } from './theme.ts';
import { watchCookies } from './watch-cookies.ts';

/**
 * Makes the theme buttons switch between light and midnight and store the choice. Choices made in another tab, or by the member in
 * another browser, are applied here, too.
 * @param onChoice called with each choice
 */
export function watchThemeButton(onChoice: (theme: Theme) => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
  watchCookies(followCookies);
  // A page restored from the browser's history shows the theme with which it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && followCookies());
  const change = () => {
    const theme: Theme = isMidnight() ? 'light' : 'midnight';
    document.cookie = `style-id=${STYLE_ID[theme]}; path=/; max-age=${SECONDS_A_YEAR}; samesite=lax`;
    setTheme(theme);
    onChoice(theme);
  };
  for (const button of themeButtons()) button.addEventListener('click', change);
}

/** Shows what the cookies choose, by the rule of the script in the head (theme-first.js); without a choice the page stays as it is. */
function followCookies(): void {
  const styleId = Number(readCookie(document.cookie, 'style-id'));
  const flag = readCookie(document.cookie, 'dark-mode');
  if (styleId === STYLE_ID.midnight || styleId === STYLE_ID.light) setTheme(styleId === STYLE_ID.midnight ? 'midnight' : 'light');
  else if (flag) setTheme(flag === '1' ? 'midnight' : 'light');
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  showTheme();
}

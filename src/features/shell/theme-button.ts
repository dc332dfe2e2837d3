import { SECONDS_A_YEAR } from './cookies.ts';
import { showTheme, shownTheme, STYLE_ID, themeButtons, type Theme } from './theme.ts';

/**
 * Makes the theme buttons switch between light and midnight and remember the choice.
 * @param onChoice called with each choice
 */
export function watchThemeButton(onChoice: (theme: Theme) => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
  const change = () => {
    const theme: Theme = shownTheme() === 'midnight' ? 'light' : 'midnight';
    document.documentElement.dataset['theme'] = theme;
    document.cookie = `style-id=${STYLE_ID[theme]}; path=/; max-age=${SECONDS_A_YEAR}; samesite=lax`;
    showTheme();
    onChoice(theme);
  };
  for (const button of themeButtons()) button.addEventListener('click', change);
}

/** Ids of the theme cookie (spec §1). */
export const STYLE_ID = { light: 14, midnight: 17 } as const;
export type Theme = keyof typeof STYLE_ID;

/** How long the choice is remembered (spec §9). */
export const SECONDS_A_YEAR = 365 * 86_400;

/** The theme that is on the screen now. */
function shownTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'midnight') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'midnight' : 'light';
}

/**
 * Makes the theme button switch between light and midnight and remember the choice.
 * @param onChoice called with each choice
 */
export function watchThemeButton(onChoice: (theme: Theme) => void): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-button]');
  if (!button) return;
  const updateButton = () => button.setAttribute('aria-pressed', String(shownTheme() === 'midnight'));
  updateButton();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', updateButton);
  button.addEventListener('click', () => {
    const theme: Theme = shownTheme() === 'midnight' ? 'light' : 'midnight';
    document.documentElement.dataset['theme'] = theme;
    document.cookie = `style-id=${STYLE_ID[theme]}; path=/; max-age=${SECONDS_A_YEAR}; samesite=lax`;
    updateButton();
    onChoice(theme);
  });
}

export type Theme = 'light' | 'midnight';

/** Whether midnight is on the screen now. */
export function isMidnight(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'midnight' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** One in the header, and for phones one in the menu. */
export const themeButtons = () => document.querySelectorAll('[data-theme-button]');

/** Makes the theme buttons show which theme is on. */
export function showTheme(): void {
  for (const button of themeButtons()) button.setAttribute('aria-pressed', `${isMidnight()}`);
}

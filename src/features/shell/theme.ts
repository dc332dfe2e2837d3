/** Ids of the theme cookie (spec §1). */
export const STYLE_ID = { light: 14, midnight: 17 } as const;
export type Theme = keyof typeof STYLE_ID;

/** The theme that is on the screen now. */
export function shownTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'midnight') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'midnight' : 'light';
}

/** One in the header, and for phones one in the menu. */
export const themeButtons = () => document.querySelectorAll<HTMLButtonElement>('[data-theme-button]');

/** Makes the theme buttons show which theme is on. */
export function showTheme(): void {
  for (const button of themeButtons()) button.setAttribute('aria-pressed', String(shownTheme() === 'midnight'));
}

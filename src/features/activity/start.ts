const state = () => document.documentElement.dataset['personal'];

/** Fills the part that this browser picks, on the page that has it, where some activity is stored. */
export function startPersonal(): void {
  if (state() === 'loading') addEventListener('load', () => void preparePersonal());
}

/** Makes the part's buttons work, on the page that has it. */
export async function preparePersonal(): Promise<void> {
  if (state()) await import('./show-personal.ts').then((script) => script.showPersonal());
}

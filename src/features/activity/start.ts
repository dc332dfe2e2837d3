const state = () => document.documentElement.dataset['personal'];

/** Has the part that this browser picks fill itself, on the page that has it and where there is something to go by. */
export function startPersonal(): void {
  if (state() === 'loading') addEventListener('load', () => void preparePersonal());
}

/** Has the part's buttons work, on the page that has it. */
export async function preparePersonal(): Promise<void> {
  if (state()) await import('./show-personal.ts').then(({ showPersonal }) => showPersonal());
}

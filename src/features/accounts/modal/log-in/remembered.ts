import { inStorage } from '../../../../ui/in-storage.ts';

/** Where 'Remember me' keeps the address or username (spec §3, Browser storage). The server keeps none, and some browsers refuse to. */
const KEY = 'regLoginModalSavedEmailOrUsername';

export const remembered = (): string => inStorage(() => localStorage.getItem(KEY)) ?? '';

/** Where the browser refuses, it is typed again next time. */
export const remember = (identifier: string, keep: boolean): void =>
  inStorage(() => (keep ? localStorage.setItem(KEY, identifier) : localStorage.removeItem(KEY)));

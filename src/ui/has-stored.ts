import { inStorage } from './in-storage.ts';

/** Whether the browser's storage has an entry of such a name. */
export const hasStored = (name: RegExp): boolean => inStorage(() => Object.keys(localStorage).some((key) => name.test(key))) ?? false;

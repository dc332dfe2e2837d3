/** What the server wrote into a field, also where the browser has restored on a reload what was typed. */
export const sentByServer = (field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): string =>
  field instanceof HTMLSelectElement
    ? ([...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? '')
    : field.defaultValue;

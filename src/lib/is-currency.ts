const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Whether a text is the code of a currency (ISO 4217), in capitals, that `Intl` knows. */
export const isCurrency = (text: string): boolean => CODES.has(text);

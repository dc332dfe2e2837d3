/** Parses JSON that somebody else wrote. @returns undefined where the text is none */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

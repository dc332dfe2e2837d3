/** Parses JSON that was stored. @returns undefined where there is none, or it is not what the guard expects */
export function parseStored<Value>(json: string | null | undefined, isExpected: (value: unknown) => value is Value): Value | undefined {
  const value: unknown = JSON.parse(json ?? 'null');
  return isExpected(value) ? value : undefined;
}

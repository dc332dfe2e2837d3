/** The ids that a form sends under a name, such as `ti[]`: each once, in its order, and so many at most. What is no id is left out. */
export function numberedIds(form: URLSearchParams, name: string, most: number): number[] {
  const ids = form.getAll(name).filter((text) => /^[1-9]\d{0,15}$/.test(text));
  return [...new Set(ids.map(Number))].filter(Number.isSafeInteger).slice(0, most);
}

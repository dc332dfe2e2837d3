/** Whether a value of JSON is an object: names and values, no list. For guards of answers (`GuardedContract`). */
export const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

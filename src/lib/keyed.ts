/** The keys of a record, typed; the record must have no others than its type. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- `Object.keys` returns any text
  Object.keys(record) as Key[];

/** A record with a value for each of these keys. */
export const keyed = <Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key, index: number) => Value) =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- `Object.fromEntries` forgets the keys
  Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])) as Record<Key, Value>;

/** Adds items to the end of a list, however many: as arguments of `push` 120,000 of them exceed the stack. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Appends any number of items to a list. (As arguments of `push`, 120,000 items would exceed the stack.) */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

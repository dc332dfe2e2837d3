/** An amount in the format of records, such as 1299.00. */
export function amount(dollars: number): string {
  return dollars.toFixed(2);
}

/** An amount for texts, such as $1,299.00. */
export function inWords(dollars: number): string {
  return `$${dollars.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}

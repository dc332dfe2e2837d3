/** An amount as the records keep it: dollars and two decimals. */
export function amount(dollars: number): string {
  return dollars.toFixed(2);
}

/** An amount as members write it: $1,299.00. */
export function inWords(dollars: number): string {
  return `$${dollars.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}

/** How much of these currencies buys about what one dollar, euro or pound buys, in powers of ten. */
const SCALES: Record<string, string> = {
  10: 'CZK DKK EGP HKD MAD MDL MXN NOK NIO PHP SEK THB TRY TWD UAH UYU ZAR',
  100: 'ALL BDT DOP DZD HUF INR ISK JMD JPY KES KGS LKR MKD NPR PKR RSD RUB XAF XOF',
  1000: 'AMD ARS CLP COP CRC KRW KZT MMK NGN TZS',
  10_000: 'GNF IDR KHR LAK PYG UGX UZS VND',
};

const UNDER = [25, 50, 100, 200];

/** The highest prices that the filters of a site suggest, in units of its currency: from 25 dollars on, from 2,500 yen. */
export function suggestedPrices(currency: string): number[] {
  const scale = Object.keys(SCALES).find((each) => SCALES[each]?.split(' ').includes(currency)) ?? 1;
  return UNDER.map((amount) => amount * Number(scale));
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitPrice } from '../../../src/lib/unit-price.ts';

const of = (title: string, category = 'computers', variants: string[] = [], cents = 10_000) =>
  unitPrice({ title, category, variants }, cents);

describe('a price per unit', () => {
  test.each([
    ['Western Digital My Passport external drive, 2 TB, portable', 5_000, 'TB'],
    ['Mushkin Source HC 8 TB SATA 6.0 Gb/s SSD', 1_250, 'TB'],
    ['Transcend 220S SSD, 512 GB, M.2 PCIe 3.0 ×4', 19_531, 'TB'],
    ['Kingston A400 SSD, 240 GB, SATA 6.0 Gb/s', 41_667, 'TB'],
    ['Western Digital VelociRaptor 600 GB 10,000 rpm SATA 6.0 Gb/s hard drive', 16_667, 'TB'],
    ['Seagate IronWolf NAS 16 TB 7200 rpm SATA 6.0 Gb/s hard drive', 625, 'TB'],
    ['Verbatim 99399 4 TB desktop external drive', 2_500, 'TB'],
    ['Corsair LL120 3-Pack case fans, 120 mm, PWM', 3_333, 'piece'],
    ['Toothbrush heads, pack of 8', 1_250, 'piece'],
    ['Breakfast blend K-Cup pods, 96 ct', 104, 'piece'],
  ] as const)('of %s', (title, cents, unit) => {
    expect(of(title)).toEqual({ cents, unit });
  });

  test.each([
    ['Arabica beans, 500 g', 'coffee', 20_000, 'kg'],
    ['Rice 2.5kg', 'pantry', 4_000, 'kg'],
    ['Olive oil, 750 ml', 'groceries', 13_333, 'l'],
    ['Orange juice, 1.5 l', 'soft-drinks', 6_667, 'l'],
    ['Shampoo 3 x 500 ml', 'shampoo', 6_667, 'l'],
  ] as const)('of %s in %s', (title, category, cents, unit) => {
    expect(of(title, category)).toEqual({ cents, unit });
  });

  test.each([
    ['no amount', 'A lamp'],
    ['memory and a drive', 'Laptop 15.6", 16 GB RAM, 512 GB SSD'],
    ['a drive in a laptop', 'ThinkPad laptop with 512 GB SSD'],
    ['a drive in a desktop', 'Dell desktop, 1.5 TB hard drive'],
    ['memory', 'Patriot Viper Steel RGB 32 GB (1 × 32 GB) DDR4-3200 CL18 memory'],
    ['memory of a graphics card', 'PNY VERTO GeForce RTX 3060 12GB graphics card'],
    ['sizes to choose from', 'Samsung 990 Pro SSD 1 TB / 2 TB'],
    ['sizes that are joined', 'Samsung 990 Pro SSD 1/2 TB'],
    ['a speed alone', 'SSD enclosure, SATA 6 Gb/s'],
    ['what a bag holds', 'Backpack, 20 l'],
    ['what a thing weighs', 'Kettlebell, 16 kg'],
    ['the size of a screen', 'LG 27" 4K monitor'],
    ['a part of a name', 'Logitech Signature M650 L wired mouse'],
    ['a name that ends in a letter', 'MSI MPG A850G PCIE5 850 W power supply'],
    ['a pack of drives', 'Flash drive 64 GB, 3-pack'],
    ['what the price says', 'Samsung 870 QVO 1 TB SSD'],
  ])('is not told of %s', (_, title) => {
    expect(of(title)).toBeUndefined();
  });

  test('is not told of a gram of paste, of a pack of bottles, and of what is free', () => {
    expect(of('ARCTIC MX-4 2019 8 g thermal paste', 'thermal-paste')).toBeUndefined();
    expect(of('Water, 6-pack, 1.5 l', 'drinks')).toBeUndefined();
    expect(of('Crucial X6 2 TB portable external drive', 'external-drives', [], 0)).toBeUndefined();
  });

  test('is not told where variants are of other sizes; colours do not matter', () => {
    expect(of('Crucial X6 2 TB SSD', 'external-drives', ['1 TB', '4 TB'])).toBeUndefined();
    expect(of('Crucial X6 2 TB SSD', 'external-drives', ['black', 'blue'])).toEqual({ cents: 5_000, unit: 'TB' });
  });

  test('is told where the title names no amount and every variant names the same one', () => {
    const drive = (...variants: string[]) => of('Crucial X6 portable SSD', 'external-drives', variants);
    expect(drive('2 TB')).toEqual({ cents: 5_000, unit: 'TB' });
    expect(drive('2 TB, black', '2 TB, blue')).toEqual({ cents: 5_000, unit: 'TB' });
    expect(drive('2 TB', '4 TB')).toBeUndefined();
    expect(drive('1 TB / 2 TB')).toBeUndefined();
    expect(drive('2 TB', 'with a case')).toBeUndefined();
    expect(of('ThinkPad laptop', 'laptops', ['2 TB SSD'])).toBeUndefined();
    expect(of('Arabica beans', 'coffee', ['500 g'])).toEqual({ cents: 20_000, unit: 'kg' });
    expect(of('Crucial X6 2 TB SSD', 'external-drives', ['2000 GB'])).toEqual({ cents: 5_000, unit: 'TB' });
  });

  test('times the amount is the price, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 100, max: 1_000_000 }), fc.boolean(), (amount, cents, spaced) => {
        const found = of(`Elements ${amount}${spaced ? ' ' : ''}TB external drive`, 'external-drives', [], cents);
        expect(found?.unit).toBe('TB');
        expect(Math.abs((found?.cents ?? 0) * amount - cents)).toBeLessThanOrEqual(amount / 2);
      }),
    );
  });

  test('is the same for the same amount in a smaller unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 9 }),
        fc.constantFrom(['TB', 'GB'], ['kg', 'g'], ['l', 'ml']),
        fc.nat(99_999),
        (n, [big, small], cents) => {
          const told = (amount: string) => of(`Things on an SSD, ${amount}`, 'pantry', [], cents);
          expect(told(`${n} ${big}`)).toEqual(told(`${n * 1000} ${small}`));
        },
      ),
    );
  });

  test('is never told of two different amounts, and always a positive number of cents', () => {
    const amount = fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom('TB', 'GB', 'kg', 'g', 'l', 'ml'))
      .map(([n, unit]) => `${n} ${unit}`);
    fc.assert(
      fc.property(amount, amount, fc.string(), fc.integer({ min: 0, max: 10_000_000 }), (one, other, words, cents) => {
        fc.pre(one !== other && !/\d/.test(words));
        const same = (text: string) => text.replace(/(\d+)000 ([gm])/i, '$1 k$2');
        fc.pre(same(one) !== same(other));
        expect(of(`SSD ${one} and ${other}`, 'pantry', [], cents)).toBeUndefined();
        expect(of(`${words} ${one}`, 'pantry', [], cents)?.cents ?? 1).toBeGreaterThan(0);
      }),
    );
  });
});

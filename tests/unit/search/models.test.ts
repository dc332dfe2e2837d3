import { expect, test } from 'vitest';
import { accountsContext } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { OTHER_CARD, openMixedDeals } from '../../support/mixed-deals.ts';
import { searchCatalogue, searched, titlesOf } from '../../support/search-catalogue.ts';

onDatabase('a search for a model', (open) => {
  test('finds those whose names end like plurals', async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, ['3M EM550GPS wireless mouse', 'ASRock Fatal1ty motherboard', 'Two 16GBs']);
    for (const [q, title] of Object.entries({
      em550gps: '3M EM550GPS wireless mouse',
      fatal1ty: 'ASRock Fatal1ty motherboard',
      '16gb': 'Two 16GBs',
    }))
      expect(await titlesOf(context, q), q).toEqual([title]);
  });

  test('finds those whose last letter titles write apart, and memory by its megahertz', async () => {
    const context = accountsContext((await open()).db);
    const BOARD = 'MSI PRO B650-A WIFI motherboard';
    const MEMORY = 'GeIL Polaris 32 GB DDR5-6000 memory kit';
    await searchCatalogue(context, [
      BOARD,
      { title: 'NZXT N7 B650E motherboard', description: 'Not the B650.' },
      MEMORY,
      'GeIL Polaris 32 GB DDR5-5600 memory kit',
    ]);
    for (const q of ['b650-a', 'b650a', 'b650 motherboard', 'motherboard b650']) expect((await titlesOf(context, q))[0], q).toBe(BOARD);
    for (const q of ['ddr5 6000mhz', '6000 MHz ddr5', 'ddr5-6000']) expect(await titlesOf(context, q), q).toEqual([MEMORY]);
  });

  test('finds one whose letters and figures most titles write apart, though one writes them as a word', async () => {
    const context = accountsContext((await open()).db);
    const [CARD_APART, CARD_AS_ONE, HEADPHONES] = [
      'PowerColor Fighter RX 6700 XT',
      'PowerColor AXRX 6700XT',
      'Sennheiser HD 600 headphones',
    ];
    await searchCatalogue(context, [CARD_APART, CARD_AS_ONE, 'PowerColor Hellhound RX 6800 XT', HEADPHONES, 'Sennheiser HD600S']);
    for (const q of ['6700xt', '6700 xt']) expect((await titlesOf(context, q)).toSorted(), q).toEqual([CARD_AS_ONE, CARD_APART]);
    expect(await titlesOf(context, 'rx 6700xt')).toEqual([CARD_APART]);
    expect(await titlesOf(context, 'hd600')).toContain(HEADPHONES);
  });

  test('finds those whose words are typed as one, or as shoppers shorten them', async () => {
    const context = accountsContext((await open()).db);
    const [MASTER, RYZEN] = ['Logitech MX Master 3 wireless mouse', 'AMD Ryzen 7 5800X3D processor'];
    const others = ['Logitech MX Anywhere 3 mouse', 'AMD Ryzen 5 7600X processor', 'Noctua NH-U12S cooler', 'Thermalright NHD 9 case'];
    await searchCatalogue(context, [MASTER, RYZEN, 'Noctua NH-D15S cooler', ...others]);
    for (const q of ['mxmaster3', 'logitech mxmaster3']) expect(await titlesOf(context, q), q).toEqual([MASTER]);
    for (const q of ['nhd15', 'noctua nhd15', 'nhd15 cooler'])
      expect(await searched(context, q), q).toMatchObject({ total: 1, items: [{ dealTitle: 'Noctua NH-D15S cooler' }], corrected: [] });
    for (const q of ['nhd16', 'nhd1']) expect((await titlesOf(context, q)).slice(0, 1), q).not.toEqual(['Noctua NH-D15S cooler']);
    for (const q of ['r7 5800x3d', 'amd r7']) expect(await titlesOf(context, q), q).toEqual([RYZEN]);
  });

  test('finds those with such an end, where letters and figures change', async () => {
    const context = accountsContext((await open()).db);
    const [OVER_EAR, IN_EAR, CARD] = ['Sony WH1000XM4 headphones', 'Sony WF-1000XM4 earbuds', 'Zotac 4070Ti graphics card'];
    await searchCatalogue(context, [OVER_EAR, IN_EAR, CARD, 'Sony WH1000XM5 headphones']);
    for (const q of ['xm4', 'sony xm4']) expect(await searched(context, q), q).toMatchObject({ total: 2, corrected: [] });
    expect(await titlesOf(context, 'xm4 headphones')).toEqual([OVER_EAR]);
    for (const q of ['070ti', 'm4', 'm5']) expect((await searched(context, q)).total, q).toBe(0);
  });

  test('finds those that are typed without the letters around their figures, with them in another place, or with the letter after them', async () => {
    const context = accountsContext((await open()).db);
    const [SCREEN, WIDE, SUPPLY, CASE] = [
      'BenQ EW2780Q monitor',
      'LG 32UN650-W monitor',
      'Corsair RM850x power supply',
      'Lian Li PC-O11 Dynamic case',
    ];
    const others = [
      'BenQ EX3415R monitor',
      'Cougar 650 W power supply',
      'Lenovo UN case',
      'Corsair RM750x power supply',
      'Lian Li 850 W power supply',
      'Asus GT502 D case',
      'Glorious O mouse, 11 buttons',
    ];
    await searchCatalogue(context, [SCREEN, WIDE, SUPPLY, CASE, ...others]);
    for (const [title, queries] of [
      [SCREEN, ['2780', 'benq 2780', '2780 monitor']],
      [WIDE, ['un650', 'lg un650']],
      [SUPPLY, ['rmx 850', 'corsair rmx 850', 'rmx850']],
      [CASE, ['o11d', 'lian li o11d', 'o11d case']],
    ] as const)
      for (const q of queries) expect(await titlesOf(context, q), q).toEqual([title]);
    for (const q of ['278', '3416', 'o11x', 'rmx 650']) expect((await searched(context, q)).total, q).toBe(0);
  });

  test('does not take one for another', async () => {
    const context = await openMixedDeals(open);
    expect(await titlesOf(context, 'rtx 4080')).toEqual([OTHER_CARD]);
    expect((await searched(context, 'rtx 4090')).total).toBe(0);
  });
});

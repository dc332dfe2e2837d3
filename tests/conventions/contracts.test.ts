import { describe, expect, test } from 'vitest';
import { codeOf, sources } from '../support/sources.ts';

const files = sources('src/**/*');

const isContract = (path: string) => /^src\/features\/[^/]+\/contracts\/[^/]+\.ts$/.test(path);

/** The pure rules of the features. */
const RULES = [
  'src/features/comments/comment.ts',
  'src/features/deals/deal.ts',
  'src/features/deals/price-history.ts',
  'src/features/feeds/address.ts',
  'src/features/filters/applied-filters.ts',
  'src/features/hidden-deals/hidden.ts',
  'src/features/offers/offer.ts',
  'src/features/reports/report.ts',
  'src/features/search/query.ts',
  'src/features/votes/vote.ts',
];

const contracts = files.filter(({ path }) => isContract(path));

/** Addresses of calls, as the contracts write them, and those that answer with pages. */
const ADDRESSES = [...contracts, ...files.filter(({ path }) => path === 'src/lib/page-calls.ts')].flatMap(({ text }) =>
  [...codeOf(text).matchAll(/'(\/[\w./-]+)'/g)].map(([, address]) => address!),
);

/** Where an address of a call is written, less the page of settings, which has the address of one. */
const placesOf = (address: string) =>
  files
    .filter(({ text }) => {
      const code = codeOf(text).replaceAll('/forums/profile.php?do=accountsettings', '');
      return [`'`, '"', '`'].some((quote) => [quote, '?', '${'].some((end) => code.includes(quote + address + end)));
    })
    .map(({ path }) => path);

describe('contracts and rules', () => {
  test('are where they are said to be', () => {
    const paths = files.map(({ path }) => path);
    expect(RULES.filter((path) => !paths.includes(path))).toEqual([]);
    expect(contracts.map(({ path }) => path)).toContain('src/features/votes/contracts/vote.ts');
    expect(paths.filter((path) => path.endsWith('/contract.ts'))).toEqual([]);
  });

  test('import zod, lib and one another alone', () => {
    const isPure = (path: string) => isContract(path) || RULES.includes(path);
    const others = files
      .filter(({ path }) => isPure(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to, typeOnly }) => !typeOnly && to !== 'zod/mini' && !to.startsWith('src/lib/') && !isPure(to))
          .map(({ to }) => `${path} → ${to}`),
      );
    expect(others, 'move what is imported to src/lib, or import its types alone').toEqual([]);
  });

  test('lib imports lib and zod/mini alone', () => {
    const others = files
      .filter(({ path }) => path.startsWith('src/lib/'))
      .flatMap(({ path, imports }) =>
        imports.filter(({ to }) => to !== 'zod/mini' && !to.startsWith('src/lib/')).map(({ to }) => `${path} → ${to}`),
      );
    expect(others, 'move the file to src/server, src/ui or its feature, or what it imports to src/lib').toEqual([]);
  });
});

describe('the address of a call', () => {
  test('stands in its contract alone', () => {
    expect(ADDRESSES).toContain('/forums/sdthreadrate_ajax.php');
    const repeated = ADDRESSES.map((address) => [address, placesOf(address)]).filter(([, places]) => places!.length !== 1);
    expect(repeated, 'everywhere else, write the address of the contract, such as `voteCall.address`').toEqual([]);
  });
});

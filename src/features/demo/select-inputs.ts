/**
 * Run by a maintainer when the sources change: node select-inputs.ts <folder with pc-parts, retail-products and coupons>.
 * Selects the rows that the demo needs, so that make-catalogue.ts needs nothing outside the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { toNdjson } from './ndjson.ts';
import { selectCoupons } from './select-coupons.ts';
import { selectParts } from './select-parts.ts';
import { selectProducts } from './select-products.ts';
import { z } from 'zod';

const source = process.argv[2];
if (!source) throw new Error('usage: node select-inputs.ts <data folder>');

const inputs = new URL('inputs/', import.meta.url);
const quotas = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(new URL('part-quotas.json', inputs), 'utf8')));
const { dates, parts } = selectParts(`${source}/pc-parts`, quotas);
writeFileSync(new URL('snapshot-dates.json', inputs), `${JSON.stringify(dates)}\n`);
writeFileSync(new URL('parts.ndjson', inputs), toNdjson(parts));
writeFileSync(new URL('products.ndjson', inputs), toNdjson(selectProducts(`${source}/retail-products/products.yaml`)));
writeFileSync(new URL('past-coupons.ndjson', inputs), toNdjson(selectCoupons(`${source}/coupons/deals.ndjson`)));
writeFileSync(new URL('LICENSE-docyx-pc-part-dataset', inputs), readFileSync(`${source}/pc-parts/LICENSE`, 'utf8'));
writeFileSync(new URL('LICENSE-aws-samples-retail-demo-store', inputs), readFileSync(`${source}/retail-products/LICENSE`, 'utf8'));
writeFileSync(new URL('LICENSE-mRs-Black-Friday-Deals', inputs), readFileSync(`${source}/coupons/LICENSE`, 'utf8'));

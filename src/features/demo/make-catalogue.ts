/**
 * Makes `catalogue.jsonl` from the folder `inputs`: node make-catalogue.ts. The output is deterministic, so that reviews show which records
 * a change affects.
 */
import { writeFileSync } from 'node:fs';
import { demoRecords } from './demo-records.ts';
import { toNdjson } from './ndjson.ts';

writeFileSync(new URL('catalogue.jsonl', import.meta.url), toNdjson(demoRecords()));

import type { GuardedContract } from '../../../lib/call.ts';
import { isRecord } from '../../../lib/is-record.ts';

/** What a flag is (spec §7, feature-flag): null where it is not set and no default was given. */
export interface FeatureFlagAnswer {
  value: string | number | boolean | null;
}

export const featureFlagCall: GuardedContract<FeatureFlagAnswer> = {
  address: '/web-api/feature-flag/',
  isAnswer: (json): json is FeatureFlagAnswer =>
    isRecord(json) && (json['value'] === null || ['string', 'number', 'boolean'].includes(typeof json['value'])),
};

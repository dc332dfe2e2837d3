import { resultForm } from '../../features/coupon-results/coupon-result.server.ts';

export const prerender = false;

export const ALL = resultForm;

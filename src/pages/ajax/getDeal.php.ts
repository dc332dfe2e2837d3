import { answerDealDetails } from '../../features/deals/deal-details.server.ts';
import { PAGE_SIZE } from '../../features/feeds/address.ts';
import { offerStates } from '../../features/offers/offers.server.ts';
import { formEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = formEndpoint((call) => answerDealDetails(call, PAGE_SIZE, offerStates));

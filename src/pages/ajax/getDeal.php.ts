import { answerDealDetails } from '../../features/deals/deal-details.server.ts';
import { formEndpoint } from '../../server/http/endpoint.ts';

export const ALL = formEndpoint(answerDealDetails);

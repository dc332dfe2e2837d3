import { downloadData } from '../../features/accounts/settings/download.server.ts';
import { alertData } from '../../features/alerts/list.server.ts';
import { resultsOf } from '../../features/coupon-results/answers.server.ts';
import { hiddenDeals } from '../../features/hidden-deals/hide.server.ts';
import { notificationData } from '../../features/notifications/data.server.ts';
import { savedData } from '../../features/saved/list.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint((call) =>
  downloadData(call, {
    dealAlerts: (_db, userId) => alertData(call.context, userId),
    notifications: notificationData,
    saved: savedData,
    hidden: hiddenDeals,
    couponResults: resultsOf,
  }),
);

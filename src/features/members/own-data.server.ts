import type { Call } from '../../server/http/endpoint.ts';
import { downloadData } from '../accounts/settings/download.server.ts';
import { listAlerts } from '../alerts/list.server.ts';
import { resultsOf } from '../coupon-results/answers.server.ts';
import { hiddenDeals } from '../hidden-deals/hide.server.ts';
import { notificationData } from '../notifications/data.server.ts';
import { submissionData } from '../posting/submissions.server.ts';
import { savedData } from '../saved/list.server.ts';

/** Answers `/account/download`: what all features store about the member. */
export const downloadOwnData = (call: Call): Promise<Response> =>
  downloadData(call, {
    dealAlerts: (_db, userId) => listAlerts(call.context, userId),
    posts: submissionData,
    notifications: notificationData,
    saved: savedData,
    hidden: hiddenDeals,
    couponResults: resultsOf,
  });

import { json, seeOther, type Call } from '../../server/http/endpoint.ts';
import { readSession } from '../session/read-session.server.ts';
import { logInPage } from '../session/visit.server.ts';
import { ALERTS_PAGE } from '../notifications/pages.ts';
import { listAlerts } from './list.server.ts';

/** `GET /account/alerts.json`: the member's deal alerts as a file. */
export async function exportAlerts(call: Call): Promise<Response> {
  const session = await readSession(call);
  if (!session) return seeOther(logInPage(ALERTS_PAGE));
  const alerts = await listAlerts(call.context, session.userId);
  return json({ alerts }, 200, { 'Content-Disposition': 'attachment; filename="deal-alerts.json"' });
}

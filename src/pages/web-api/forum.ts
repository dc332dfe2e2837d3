import { forumLabel } from '../../features/deals/forum.server.ts';
import { webApiEndpoint } from '../../server/http/endpoint.ts';

export const ALL = webApiEndpoint(({ context, query }) => forumLabel(context.db, query.get('id') ?? ''));

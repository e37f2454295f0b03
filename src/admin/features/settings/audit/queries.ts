import { auditPage } from '../../../../contract/admin/audit.ts';
import { list } from '../../../api/queries.ts';
import type { QueryOf } from '../../../api/routes.ts';

export const auditLogQuery = (query: QueryOf<'/v1/admin/audit'>) =>
  list('/v1/admin/audit', auditPage, { query });

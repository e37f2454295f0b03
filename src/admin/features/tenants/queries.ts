import { tenantsPage, tenantView } from '../../../contract/admin/tenants.ts';
import { get, list } from '../../api/queries.ts';

export const tenantQuery = (tenantId: string) =>
  get('/v1/admin/tenants/{tenantId}', tenantView, { path: { tenantId } });

export const tenantsQuery = list('/v1/admin/tenants', tenantsPage, { query: { limit: 100 } });

import { serviceKeysPage } from '../../../../contract/service/keys.ts';
import { list } from '../../../api/queries.ts';

export const serviceKeysQuery = list('/v1/admin/service-keys', serviceKeysPage, { query: { limit: 100 } });

import { savedRepliesPage } from '../../../../contract/admin/texts.ts';
import { list } from '../../../api/queries.ts';

export const savedRepliesQuery = list('/v1/admin/texts', savedRepliesPage, { query: { limit: 100 } });

import { labelsView } from '../../../../contract/admin/labels.ts';
import { get } from '../../../api/queries.ts';

export const labelsQuery = get('/v1/admin/labels', labelsView);

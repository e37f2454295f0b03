import { labelsView } from '../../../../contract/admin/labels.ts';
import { get } from '../../../api/queries.ts';

/** Apart from the inbox's: with their schemas every list would be loaded 9 KB later. */
export const labelsQuery = get('/v1/admin/labels', labelsView);

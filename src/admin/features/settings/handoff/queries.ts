import { handoffSettingsView } from '../../../../contract/admin/handoff-settings.ts';
import { get } from '../../../api/queries.ts';

export const handoffSettingsQuery = get('/v1/admin/handoff-settings', handoffSettingsView);

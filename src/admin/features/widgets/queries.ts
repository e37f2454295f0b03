import { widgetDetails, widgetsPage } from '../../../contract/admin/widgets.ts';
import { get, list } from '../../api/queries.ts';

export const widgetQuery = (widgetId: string) =>
  get('/v1/admin/widgets/{widgetId}', widgetDetails, { path: { widgetId } });

export const widgetsQuery = list('/v1/admin/widgets', widgetsPage, { query: { limit: 100 } });

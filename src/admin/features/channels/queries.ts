import { channelsPage, channelView } from '../../../contract/admin/channels.ts';
import { get, list } from '../../api/queries.ts';

export const channelQuery = (channel: string, accountId: string) =>
  get('/v1/admin/channels/{channel}/{accountId}', channelView, { path: { channel, accountId } });

export const channelsQuery = list('/v1/admin/channels', channelsPage, { query: { limit: 100 } });

import { queryOptions } from '@tanstack/react-query';
import { personExport } from '../../../contract/admin/conversations.ts';
import { get } from '../../api/queries.ts';

export const personQuery = (channel: string, userId: string) =>
  queryOptions({
    ...get('/v1/admin/people/{channel}/{userId}/export', personExport, { path: { channel, userId } }),
    // Each time that it is read is in the audit log.
    refetchOnWindowFocus: false,
  });

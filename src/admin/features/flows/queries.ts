import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { testLinks } from '../../../contract/admin/drafts.ts';
import {
  draft,
  draftContent,
  flowSummary,
  flowsPage,
  versionDetail,
  versionsPage,
} from '../../../contract/admin/flows.ts';
import { get, list } from '../../api/queries.ts';

export const flowsQuery = list('/v1/admin/flows', flowsPage, { query: { limit: 100 } });

export const flowQuery = (flowId: string) =>
  get('/v1/admin/flows/{flowId}', flowSummary, { path: { flowId } });

export const draftQuery = (flowId: string) =>
  get('/v1/admin/flows/{flowId}/draft', draft, { path: { flowId } });

export const testLinksQuery = (flowId: string) =>
  get('/v1/admin/flows/{flowId}/test-links', testLinks, { path: { flowId } });

export const versionsQuery = (flowId: string) =>
  list('/v1/admin/flows/{flowId}/versions', versionsPage, { path: { flowId }, query: { limit: 100 } });

export const versionQuery = (flowId: string, version: string) =>
  get('/v1/admin/flows/{flowId}/versions/{version}', versionDetail, { path: { flowId, version } });

/** The compared fields of a draft or a version. */
const compared = z.object(draftContent.shape);

/** One side of a comparison: `draft`, or the number of a version. */
export const comparedVersionQuery = (flowId: string, side: string) => {
  const isDraft = side === 'draft';
  const path = isDraft ? '/v1/admin/flows/{flowId}/draft' : '/v1/admin/flows/{flowId}/versions/{version}';
  return queryOptions({
    ...get(path, compared, { path: { flowId, ...(!isDraft && { version: side }) } }),
    queryKey: ['compared', flowId, side],
  });
};

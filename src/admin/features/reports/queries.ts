import {
  figuresAnswer,
  labelsAnswer,
  refusalsAnswer,
  stepsAnswer,
  versionsAnswer,
} from '../../../contract/admin/reports.ts';
import { get } from '../../api/queries.ts';
import type { QueryOf } from '../../api/routes.ts';

export const figuresQuery = (query: QueryOf<'/v1/admin/reports/figures'>) =>
  get('/v1/admin/reports/figures', figuresAnswer, { query });

export const stepsQuery = (query: QueryOf<'/v1/admin/reports/steps'>) =>
  get('/v1/admin/reports/steps', stepsAnswer, { query });

export const versionFiguresQuery = (query: QueryOf<'/v1/admin/reports/versions'>) =>
  get('/v1/admin/reports/versions', versionsAnswer, { query });

export const labelsQuery = (query: QueryOf<'/v1/admin/reports/labels'>) =>
  get('/v1/admin/reports/labels', labelsAnswer, { query });

export const refusalsQuery = (query: QueryOf<'/v1/admin/reports/refusals'>) =>
  get('/v1/admin/reports/refusals', refusalsAnswer, { query });

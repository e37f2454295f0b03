import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { useInbox } from './inbox-context.ts';
import { teammatesQuery } from './queries.ts';

const shownOfId = 6;

/** The display names of users. */
export function useNames(): {
  readonly visitorOf: (visitor: Pick<HandoffRow['visitor'], 'id' | 'name'>) => string;
} {
  const { t } = useTranslation('inbox');
  return { visitorOf: ({ name, id }) => name ?? t('visitor', { id: id.slice(-shownOfId) }) };
}

/** The names of the team, and of systems that have conversations, by ID. */
export function useAgents(): ReadonlyMap<string, string> {
  const { state } = useInbox();
  const team = useQuery(teammatesQuery).data?.body.items ?? [];
  const owners = [...state.cache.values()].flatMap(({ handoff }) => handoff?.owner ?? []);
  return new Map([...owners, ...team].map(({ id, name }) => [id, name]));
}

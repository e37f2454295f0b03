import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConversationView } from '../../../../contract/admin/conversations.ts';
import type { HandoffRow } from '../../../../contract/admin/handoffs.ts';
import { Failure } from '../../../components/Loaded.tsx';
import { TriageBadges } from './LabelBadge.tsx';
import { LabelMenu, PriorityMenu, SnoozeMenu, useTriage } from './triage-menus.tsx';

interface Props {
  readonly conversationId: string;
  readonly row: HandoffRow | null;
  /** Of one without a handoff, once it is loaded. */
  readonly conversation: ConversationView | null;
}

/** Labels, priority and snooze of the open conversation; one without a handoff can't be snoozed. */
export function TriageBar({ conversationId, row, conversation }: Props) {
  const { t } = useTranslation('inbox');
  const { triage, write } = useTriage([conversationId]);
  if (!row && !conversation) return null;
  const { labels = [], priority = 'none' } = row ?? conversation ?? {};
  return (
    <Group gap="xs" className="inbox-triage" role="group" aria-label={t('triage.title')}>
      <LabelMenu chosen={labels} onTriage={triage} />
      <PriorityMenu chosen={priority} onTriage={triage} />
      {row && <SnoozeMenu until={row.snoozedUntil ?? null} onTriage={triage} />}
      <TriageBadges labels={labels} priority={priority} />
      {write.error && <Failure error={write.error} />}
    </Group>
  );
}

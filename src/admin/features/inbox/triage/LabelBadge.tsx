import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Label, Priority } from '../../../../contract/labels.ts';
import { labelsQuery } from '../../settings/labels/queries.ts';

/** A label in its color. */
export function LabelBadge({ label: { name, color } }: { readonly label: Label }) {
  return (
    <Badge color={color} variant="light" tt="none" maw="100%">
      <bdi>{name}</bdi>
    </Badge>
  );
}

const priorityColors = { low: 'gray', high: 'orange', urgent: 'red' } as const;

interface Props {
  readonly labels?: readonly string[] | undefined;
  readonly priority?: Priority | undefined;
}

/** A conversation's priority and labels; nothing without any. Deleted labels are left out. */
export function TriageBadges({ labels = [], priority = 'none' }: Props) {
  const { t } = useTranslation('inbox');
  const all = useLabels();
  const shown = all.filter(({ id }) => labels.includes(id));
  if (shown.length === 0 && priority === 'none') return null;
  return (
    <Group gap={4} component="span" miw={0}>
      {priority !== 'none' && (
        <Badge color={priorityColors[priority]} variant="filled" tt="none" autoContrast>
          {t(`triage.priorities.${priority}`)}
        </Badge>
      )}
      {shown.map((label) => (
        <LabelBadge key={label.id} label={label} />
      ))}
    </Group>
  );
}

/** Rows of a list come and go: each must not load the labels again. */
const freshMs = 60_000;
const usedQuery = { ...labelsQuery, staleTime: freshMs };

/** The tenant's labels; none until they are loaded. */
export const useLabels = (): readonly Label[] => useQuery(usedQuery).data?.body.labels ?? [];

/** The tenant's time zone; UTC until it is loaded. */
export const useTimeZone = (): string => useQuery(usedQuery).data?.body.timeZone ?? 'UTC';

import { Button, Checkbox, Group, MultiSelect, NumberInput, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QueueSettings } from '../../../../contract/handoff-settings.ts';
import { limits } from '../../../../contract/limits.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { Failure } from '../../../components/Loaded.tsx';
import { WeekHoursField } from '../../../components/WeekHoursField.tsx';
import { teammatesQuery } from '../../inbox/queries.ts';

interface Props {
  readonly queue: string;
  readonly settings: QueueSettings;
  readonly onChange: (settings: QueueSettings) => void;
  readonly onClose: () => void;
}

const maxTargetS = 24 * 60 * 60;

/** Edits a queue: target time, automatic assignment and its members, and business hours. The page saves it. */
export function QueueDialog({ queue, settings, onChange, onClose }: Props) {
  const { t } = useTranslation('settings');
  const { hours, target_seconds: target, ...rest } = settings;
  const { hours: _, ...others } = settings;
  return (
    <Dialog title={t('handoff.edit', { queue })} size="md" onClose={onClose}>
      <Stack>
        <NumberInput
          label={t('handoff.target')}
          min={1}
          max={maxTargetS}
          allowDecimal={false}
          placeholder={String(limits.answerTargetS)}
          value={target ?? ''}
          onChange={(value) =>
            onChange({ ...rest, ...(hours && { hours }), ...numbered('target_seconds', value) })
          }
        />
        <AssignmentFields settings={settings} onChange={onChange} />
        <Checkbox
          label={t('handoff.ownHours')}
          checked={hours !== undefined}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? { ...others, hours: {} } : others)}
        />
        {hours && (
          <WeekHoursField
            label={t('handoff.queueHours')}
            hint={t('handoff.queueHoursHint')}
            value={hours}
            wrong={t('handoff.wrongHours')}
            onSet={(next) => onChange({ ...others, hours: next })}
          />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('handoff.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function AssignmentFields({ settings, onChange }: Pick<Props, 'settings' | 'onChange'>) {
  const { t } = useTranslation('settings');
  const teammates = useQuery(teammatesQuery);
  const { assignment, members = [], max_conversations: most, ...rest } = settings;
  const isAutomatic = assignment === 'automatic';
  const people = teammates.data?.body.items ?? [];
  const known = new Set(people.map(({ id }) => id));
  const set = (next: Pick<QueueSettings, 'assignment' | 'members' | 'max_conversations'>) => {
    const { members: ids = [], ...others } = { assignment, members, max_conversations: most, ...next };
    const given = Object.entries(others).filter(([, value]) => value !== undefined);
    onChange({ ...rest, ...Object.fromEntries(given), ...(ids.length > 0 && { members: ids }) });
  };
  return (
    <>
      <Switch
        label={t('handoff.assignAutomatically')}
        description={t('handoff.assignHint')}
        checked={isAutomatic}
        onChange={({ currentTarget: { checked } }) => set({ assignment: checked ? 'automatic' : undefined })}
      />
      {isAutomatic && (
        <>
          {teammates.error && <Failure error={teammates.error} onRetry={teammates.refetch} />}
          <MultiSelect
            label={t('handoff.members')}
            placeholder={members.length === 0 ? t('handoff.everyAgent') : ''}
            searchable
            clearable
            maxValues={limits.queueMembers}
            data={[
              ...people.map(({ id, name }) => ({ value: id, label: name })),
              // Users who were deleted, or may not answer any more.
              ...members.filter((id) => !known.has(id)).map((id) => ({ value: id, label: id })),
            ]}
            value={members}
            onChange={(ids) => set({ members: ids })}
          />
          <NumberInput
            label={t('handoff.most')}
            description={t('handoff.mostHint')}
            min={1}
            max={limits.agentConversationsMax}
            allowDecimal={false}
            placeholder={String(limits.agentConversations)}
            value={most ?? ''}
            onChange={(value) =>
              set({ max_conversations: undefined, ...numbered('max_conversations', value) })
            }
          />
        </>
      )}
    </>
  );
}

/** A number that is typed; nothing for an empty field. */
function numbered<Name extends string>(name: Name, value: string | number) {
  return (value === '' ? {} : { [name]: Number(value) }) as { readonly [name in Name]?: number };
}

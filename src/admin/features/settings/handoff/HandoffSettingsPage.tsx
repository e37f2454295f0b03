import {
  Badge,
  Box,
  Button,
  Group,
  Stack,
  Switch,
  Table,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type HandoffSettingsBody,
  type HandoffSettingsView,
  handoffSettingsView,
} from '../../../../contract/admin/tenants.ts';
import type { QueueSettings } from '../../../../contract/handoff-settings.ts';
import { limits } from '../../../../contract/limits.ts';
import { get } from '../../../api/queries.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { notify } from '../../../components/notify.tsx';
import { PageHeader, PageLink } from '../../../components/PageHeader.tsx';
import { IconButton } from '../../../components/RowMenu.tsx';
import { SaveBar } from '../../../components/SaveBar.tsx';
import { WeekHoursField } from '../../../components/WeekHoursField.tsx';
import {
  bodyOf,
  emailsShown,
  type Field,
  hoursShown,
  isChanged,
  queueNameProblem,
  queuesShown,
  settingsShown,
  type Typed,
  textNames,
  textShown,
  waitNames,
  waits,
  withoutQueue,
  withQueue,
  withSettings,
} from './handoff-form.ts';
import { QueueDialog } from './QueueDialog.tsx';

const path = '/v1/admin/handoff-settings';

/** The handoff settings: queues, timeouts and automatic messages. */
export function HandoffSettingsPage() {
  const { t } = useTranslation('settings');
  const query = useQuery(handoffSettingsQuery);
  return (
    <Stack gap="lg">
      <PageHeader title={t('handoff.title')} />
      <Loaded query={query} what={t('handoff.title')}>
        {({ body: stored, etag }) => <SettingsForm stored={stored} etag={etag} />}
      </Loaded>
    </Stack>
  );
}

interface FormProps {
  readonly stored: HandoffSettingsView;
  readonly etag: string;
}

function SettingsForm({ stored, etag }: FormProps) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const write = useWrite();
  const [text, keep, forget] = useKeptState('handoff');
  const typed: Typed = text === '' ? {} : JSON.parse(text);
  const change = (next: Typed) => keep(JSON.stringify(next));
  const put = (body: HandoffSettingsBody, ifMatch: string) =>
    call('PUT', path, handoffSettingsView, { header: { 'if-match': ifMatch }, body });
  const save = () =>
    write.send(async () => {
      const before = bodyOf(stored, {});
      const saved = await put(bodyOf(stored, typed), etag);
      forget();
      notify({ text: t('handoff.saved'), undo: () => put(before, saved.etag) });
    });
  const propsOf = (name: Field) => ({
    label: t(`handoff.${name as 'joined'}.label`),
    description: t(`handoff.${name as 'joined'}.hint`, { example: '{name}' }),
    value: textShown(stored, typed, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ ...typed, [name]: event.currentTarget.value }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="xl">
        <TeamSettings stored={stored} typed={typed} onChange={change} />

        <Stack className="long-form">
          <Title order={2}>{t('handoff.waiting')}</Title>
          {waitNames.map((name) => (
            <TextInput
              key={name}
              {...propsOf(name)}
              type="number"
              min={1}
              max={waits[name]}
              step={1}
              autoComplete="off"
            />
          ))}
        </Stack>
        <Stack className="long-form">
          <div>
            <Title order={2}>{t('handoff.told')}</Title>
            <Text size="sm" className="quiet">
              {t('handoff.silent')}
            </Text>
          </div>
          {textNames.map((name) => (
            <Textarea
              key={name}
              {...propsOf(name)}
              maxLength={limits.textChars}
              autosize
              minRows={2}
              dir="auto"
            />
          ))}
        </Stack>
        <SaveBar
          isDirty={isChanged(stored, typed)}
          write={write}
          onDiscard={() => {
            forget();
            write.reset();
          }}
        />
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly stored: HandoffSettingsView;
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
}

/** The hours of all queues that have none of their own. */
function BusinessHours({ stored, typed, onChange }: PartProps) {
  const { t } = useTranslation('settings');
  return (
    <Box className="long-form">
      <WeekHoursField
        label={t('handoff.hours')}
        hint={t('handoff.hoursHint')}
        value={hoursShown(stored, typed)}
        wrong={t('handoff.wrongHours')}
        onSet={(hours) => onChange({ ...typed, hours })}
      />
    </Box>
  );
}

/** The queues, and whether agents get emails. */
function TeamSettings({ stored, typed, onChange }: PartProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Queues stored={stored} typed={typed} onChange={onChange} />
      <Switch
        label={t('handoff.email_agents.label')}
        description={t('handoff.email_agents.hint')}
        checked={emailsShown(stored, typed)}
        onChange={(event) => onChange({ ...typed, emails: event.currentTarget.checked })}
      />
    </>
  );
}

/** The queues that visitors wait in, with the flows that name them; one is added by its name, or taken away where no flow does. */
function Queues({ stored, typed, onChange }: PartProps) {
  const { t } = useTranslation('settings');
  const queues = queuesShown(stored, typed);
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <Stack>
      <Title order={2}>{t('handoff.queues')}</Title>
      <DataTable
        title={t('handoff.queues')}
        columns={[t('handoff.queue'), t('handoff.assignment'), t('handoff.target'), t('handoff.flows')]}
        hasActions
      >
        {[...new Set(['default', ...queues])].map((queue) => (
          <QueueRow
            key={queue}
            queue={queue}
            settings={settingsShown(stored, typed, queue)}
            flows={stored.usedBy.filter((user) => user.queue === queue).map((user) => user.flow)}
            onEdit={() => setEdited(queue)}
            onRemove={() => onChange(withoutQueue(typed, queue))}
          />
        ))}
      </DataTable>
      <Text size="sm" className="quiet">
        {t('handoff.removed')}
      </Text>
      <AddQueue queues={queues} typed={typed} onChange={onChange} />
      <BusinessHours stored={stored} typed={typed} onChange={onChange} />
      {edited !== null && (
        <QueueDialog
          queue={edited}
          settings={settingsShown(stored, typed, edited)}
          onChange={(settings) => onChange(withSettings(typed, edited, settings))}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  );
}

interface RowProps {
  readonly queue: string;
  readonly settings: QueueSettings;
  readonly flows: readonly string[];
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function QueueRow({ queue, settings, flows, ...on }: RowProps) {
  const { t } = useTranslation('settings');
  return (
    <Table.Tr>
      <Table.Td className="who-cell">
        <bdi>{queue}</bdi>
      </Table.Td>
      <Table.Td data-label={t('handoff.assignment')}>
        <Assignment settings={settings} />
      </Table.Td>
      <Table.Td data-label={t('handoff.target')}>{settings.target_seconds ?? limits.answerTargetS}</Table.Td>
      <Table.Td data-label={t('handoff.flows')}>
        <Flows flows={flows} />{' '}
        {(queue === 'default' || flows.length > 0) && (
          <Badge variant="default">{t(queue === 'default' ? 'handoff.always' : 'handoff.named')}</Badge>
        )}
      </Table.Td>
      <Table.Td className="row-actions">
        <QueueActions queue={queue} isUsed={flows.length > 0} {...on} />
      </Table.Td>
    </Table.Tr>
  );
}

/** How a queue assigns its conversations, and to how many agents. */
function Assignment({ settings: { assignment, members } }: { readonly settings: QueueSettings }) {
  const { t } = useTranslation('settings');
  if (assignment !== 'automatic') return <span className="quiet">{t('handoff.manual')}</span>;
  const agents = members ? t('handoff.agents', { count: members.length }) : t('handoff.everyAgent');
  return (
    <>
      {t('handoff.automatic')} · {agents}
    </>
  );
}

interface AddProps {
  readonly queues: readonly string[];
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
}

function AddQueue({ queues, typed, onChange }: AddProps) {
  const { t } = useTranslation('settings');
  const [name, setName, forgetName] = useKeptState('handoff.queue');
  const wanted = name.trim();
  const problem = wanted === '' ? null : queueNameProblem(wanted, queues);
  const add = () => {
    if (wanted === '' || problem !== null) return;
    onChange(withQueue(typed, wanted));
    forgetName();
  };
  return (
    <Group align="flex-end">
      <TextInput
        className="long-field"
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        label={t('handoff.add')}
        description={t('handoff.addHint')}
        error={problem && t(`handoff.faults.${problem}`)}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Submits this field only, not the form around it.
          event.preventDefault();
          add();
        }}
        maxLength={limits.identifierChars}
        autoComplete="off"
        dir="ltr"
      />
      <Button variant="default" disabled={wanted === '' || problem !== null} onClick={add}>
        {t('handoff.addButton')}
      </Button>
    </Group>
  );
}

interface QueueActionProps {
  readonly queue: string;
  readonly isUsed: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function QueueActions({ queue, isUsed, onEdit, onRemove }: QueueActionProps) {
  const { t } = useTranslation('settings');
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {queue !== 'default' && !isUsed && (
        <IconButton label={t('handoff.remove', { queue })} onClick={onRemove}>
          <IconTrash size={18} />
        </IconButton>
      )}
      <IconButton label={t('handoff.edit', { queue })} onClick={onEdit}>
        <IconPencil size={18} />
      </IconButton>
    </Group>
  );
}

function Flows({ flows }: { readonly flows: readonly string[] }) {
  const { t } = useTranslation('settings');
  if (flows.length === 0) return <span className="quiet">{t('handoff.none')}</span>;
  return flows.map((flow, n) => (
    <span key={flow}>
      {n > 0 && ', '}
      <PageLink path={`flows/${encodeURIComponent(flow)}`}>{flow}</PageLink>
    </span>
  ));
}

export const handoffSettingsQuery = get('/v1/admin/handoff-settings', handoffSettingsView);

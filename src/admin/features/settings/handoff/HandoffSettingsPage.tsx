import { Badge, Box, Button, Group, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
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
import { Form } from '../../../components/Form.tsx';
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
    <Form gap="xl" onSend={save}>
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
    </Form>
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
  const flowsOf = (queue: string) =>
    stored.usedBy.filter((user) => user.queue === queue).map(({ flow }) => flow);
  return (
    <Stack>
      <Title order={2}>{t('handoff.queues')}</Title>
      <DataTable
        title={t('handoff.queues')}
        rows={[...new Set(['default', ...queues])]}
        keyOf={(queue) => queue}
        columns={[
          { name: t('handoff.queue'), cell: (queue) => <bdi>{queue}</bdi> },
          {
            name: t('handoff.assignment'),
            cell: (queue) => <Assignment settings={settingsShown(stored, typed, queue)} />,
          },
          {
            name: t('handoff.target'),
            cell: (queue) => settingsShown(stored, typed, queue).target_seconds ?? limits.answerTargetS,
          },
          { name: t('handoff.flows'), cell: (queue) => <Flows queue={queue} flows={flowsOf(queue)} /> },
        ]}
        actions={(queue) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {queue !== 'default' && flowsOf(queue).length === 0 && (
              <IconButton
                label={t('handoff.remove', { queue })}
                onClick={() => onChange(withoutQueue(typed, queue))}
              >
                <IconTrash size={18} />
              </IconButton>
            )}
            <IconButton label={t('handoff.edit', { queue })} onClick={() => setEdited(queue)}>
              <IconPencil size={18} />
            </IconButton>
          </Group>
        )}
      />
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
        w="min(100%, 24rem)"
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

interface FlowsProps {
  readonly queue: string;
  readonly flows: readonly string[];
}

/** The flows that name a queue, or why it can't be deleted without one. */
function Flows({ queue, flows }: FlowsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      {flows.length === 0 && <span className="quiet">{t('handoff.none')}</span>}
      {flows.map((flow, n) => (
        <span key={flow}>
          {n > 0 && ', '}
          <PageLink path={`flows/${encodeURIComponent(flow)}`}>{flow}</PageLink>
        </span>
      ))}{' '}
      {(queue === 'default' || flows.length > 0) && (
        <Badge variant="default">{t(queue === 'default' ? 'handoff.always' : 'handoff.named')}</Badge>
      )}
    </>
  );
}

export const handoffSettingsQuery = get('/v1/admin/handoff-settings', handoffSettingsView);

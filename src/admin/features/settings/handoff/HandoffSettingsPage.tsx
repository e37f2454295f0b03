import {
  ActionIcon,
  Badge,
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
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type HandoffSettingsBody,
  type HandoffSettingsView,
  handoffSettingsView,
} from '../../../../contract/admin/handoff-settings.ts';
import { limits } from '../../../../contract/limits.ts';
import { identifier } from '../../../../contract/vocabulary.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { SaveBar } from '../../../components/SaveBar.tsx';
import { handoffSettingsQuery } from './queries.ts';

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
  const [text, keep, forget] = useKeptState('humans');
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
          {toldNames.map((name) => (
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

interface TeamProps {
  readonly stored: HandoffSettingsView;
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
}

/** The queues, and whether agents get emails. */
function TeamSettings({ stored, typed, onChange }: TeamProps) {
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
function Queues({ stored, typed, onChange }: TeamProps) {
  const { t } = useTranslation('settings');
  const queues = queuesShown(stored, typed);
  return (
    <Stack>
      <Title order={2}>{t('handoff.queues')}</Title>
      <DataTable
        title={t('handoff.queues')}
        columns={[t('handoff.queue'), t('handoff.target'), t('handoff.flows')]}
        hasActions
      >
        {[...new Set(['default', ...queues])].map((queue) => {
          const flows = stored.usedBy.filter((user) => user.queue === queue).map((user) => user.flow);
          return (
            <Table.Tr key={queue}>
              <Table.Td className="who-cell">
                <bdi>{queue}</bdi>
              </Table.Td>
              <Table.Td data-label={t('handoff.target')}>
                <TargetField {...{ stored, typed, queue, onChange }} />
              </Table.Td>
              <Table.Td data-label={t('handoff.flows')}>
                <Flows flows={flows} />
              </Table.Td>
              <Table.Td>
                <QueueAction
                  queue={queue}
                  isUsed={flows.length > 0}
                  onRemove={() => onChange(withoutQueue(typed, queue))}
                />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </DataTable>
      <Text size="sm" className="quiet">
        {t('handoff.removed')}
      </Text>
      <AddQueue queues={queues} typed={typed} onChange={onChange} />
    </Stack>
  );
}

interface AddProps {
  readonly queues: readonly string[];
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
}

function AddQueue({ queues, typed, onChange }: AddProps) {
  const { t } = useTranslation('settings');
  const [name, setName, forgetName] = useKeptState('humans.queue');
  const wanted = name.trim();
  const fault = wanted === '' ? null : queueNameProblem(wanted, queues);
  const add = () => {
    if (wanted === '' || fault !== null) return;
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
        error={fault && t(`handoff.faults.${fault}`)}
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
      <Button variant="default" disabled={wanted === '' || fault !== null} onClick={add}>
        {t('handoff.addButton')}
      </Button>
    </Group>
  );
}

interface TargetProps {
  readonly stored: HandoffSettingsView;
  readonly typed: Typed;
  readonly queue: string;
  readonly onChange: (typed: Typed) => void;
}

/** Whether agents get emails about what they have not seen. */
function emailsShown({ handoff }: Stored, { emails }: Typed): boolean {
  return emails ?? handoff?.email_agents !== false;
}

/** Within how many seconds visitors of a queue should be answered: by it their waits are colored in the inbox. */
function TargetField({ stored, typed, queue, onChange }: TargetProps) {
  const { t } = useTranslation('settings');
  return (
    <TextInput
      w={96}
      display="inline-block"
      aria-label={t('handoff.targetOf', { queue })}
      type="number"
      min={1}
      max={maxTargetS}
      step={1}
      placeholder={String(limits.answerTargetS)}
      value={targetShown(stored, typed, queue)}
      onChange={(event) => onChange(withTarget(typed, queue, event.currentTarget.value))}
      autoComplete="off"
    />
  );
}

interface QueueActionProps {
  readonly queue: string;
  readonly isUsed: boolean;
  readonly onRemove: () => void;
}

function QueueAction({ queue, isUsed, onRemove }: QueueActionProps) {
  const { t } = useTranslation('settings');
  if (queue === 'default') return <Badge variant="default">{t('handoff.always')}</Badge>;
  if (isUsed) return <Badge variant="default">{t('handoff.named')}</Badge>;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('handoff.remove', { queue })}
      title={t('handoff.remove', { queue })}
      onClick={onRemove}
    >
      <IconTrash size={18} />
    </ActionIcon>
  );
}

/** The texts for visitors, in the order of a conversation. */
const toldNames = ['joined', 'looking', 'missed', 'idle'] as const;
/** The timeouts, with their maximum. */
const waits = { reclaim_minutes: 24 * 60, idle_close_hours: limits.idleCloseHoursMax } as const;
const waitNames = ['reclaim_minutes', 'idle_close_hours'] as const;

const maxTargetS = 24 * 60 * 60;

type Field = (typeof toldNames)[number] | (typeof waitNames)[number];
type Stored = Pick<HandoffSettingsView, 'queues' | 'handoff'>;

/** Returns only the changed settings, so that concurrent changes of other fields stay. */
type Typed = Readonly<Partial<Record<Field, string>>> & {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /** Whether agents get emails. */
  readonly emails?: boolean;
  /** Seconds, by queue. */
  readonly targets?: Readonly<Record<string, string>>;
};

/** The queues as they will be. */
export function queuesShown({ queues }: Stored, { added = [], removed = [] }: Typed): readonly string[] {
  return [...new Set([...queues, ...added])].filter((queue) => !removed.includes(queue));
}

/** A field's value: the input, otherwise the stored value. */
export function textShown({ handoff }: Stored, typed: Typed, name: Field): string {
  const stored = isWait(name) ? handoff?.[name] : handoff?.texts?.[name];
  return typed[name] ?? String(stored ?? '');
}

/** Within how many seconds visitors of a queue should be answered, as its field shows it. */
export function targetShown({ handoff }: Stored, { targets }: Typed, queue: string): string {
  return targets?.[queue] ?? String(handoff?.target_seconds?.[queue] ?? '');
}

export function withTarget(typed: Typed, queue: string, seconds: string): Typed {
  return { ...typed, targets: { ...typed.targets, [queue]: seconds } };
}

/** The request body; empty fields are left to the defaults. */
export function bodyOf(stored: Stored, typed: Typed): HandoffSettingsBody {
  const text = (name: Field) => textShown(stored, typed, name).trim();
  const set = <Name extends Field>(names: readonly Name[]) => names.filter((name) => text(name) !== '');
  const texts = Object.fromEntries(set(toldNames).map((name) => [name, text(name)]));
  const queues = queuesShown(stored, typed);
  const targets = ['default', ...queues].flatMap((queue) => {
    const seconds = targetShown(stored, typed, queue).trim();
    return seconds === '' ? [] : [[queue, Number(seconds)] as const];
  });
  const handoff = {
    ...(targets.length > 0 && { target_seconds: Object.fromEntries(targets) }),
    ...Object.fromEntries(set(waitNames).map((name) => [name, Number(text(name))])),
    ...(!emailsShown(stored, typed) && { email_agents: false }),
    ...(Object.keys(texts).length > 0 && { texts }),
  };
  return {
    queues: [...queues],
    ...(Object.keys(handoff).length > 0 && { handoff }),
  };
}

/** Puts a queue there, or back. */
export function withQueue({ added = [], removed = [], ...typed }: Typed, queue: string): Typed {
  return {
    ...typed,
    added: [...added, queue],
    removed: removed.filter((name) => name !== queue),
  };
}

/** Takes a queue away. */
export function withoutQueue({ added = [], removed = [], ...typed }: Typed, queue: string): Typed {
  return { ...typed, added: added.filter((name) => name !== queue), removed: [...removed, queue] };
}

/** Why a queue can't be called so. */
export function queueNameProblem(
  name: string,
  queues: readonly string[],
): 'isThere' | 'tooMany' | 'wrongName' | null {
  if (name === 'default' || queues.includes(name)) return 'isThere';
  if (queues.length >= limits.queuesPerTenant) return 'tooMany';
  return identifier.safeParse(name).success ? null : 'wrongName';
}

/** Whether anything differs from the stored values. */
export function isChanged(stored: Stored, typed: Typed): boolean {
  return JSON.stringify(bodyOf(stored, typed)) !== JSON.stringify(bodyOf(stored, {}));
}

function isWait(name: Field): name is (typeof waitNames)[number] {
  return (waitNames as readonly string[]).includes(name);
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

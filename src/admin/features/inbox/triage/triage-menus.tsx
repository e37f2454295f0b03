import { Button, Menu, TextInput } from '@mantine/core';
import IconClock from '@tabler/icons-react/icons/IconClock';
import IconFlag from '@tabler/icons-react/icons/IconFlag';
import IconTag from '@tabler/icons-react/icons/IconTag';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { type TriageBody, triageAnswer } from '../../../../contract/admin/labels.ts';
import { type Priority, priorities } from '../../../../contract/labels.ts';
import { limits } from '../../../../contract/limits.ts';
import { useWrite, type Write } from '../../../api/use-write.ts';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { useGoTo } from '../../../components/navigation.ts';
import { useTimes } from '../../../components/RelativeTime.tsx';
import { useInbox } from '../inbox-context.ts';
import { updateOf } from '../live/inbox-cache.ts';
import { LabelBadge, useLabels, useTimeZone } from './LabelBadge.tsx';
import { shownInZone, snoozePresets, timeInZone } from './snooze-times.ts';

/** Changes labels, priority or snooze of conversations, and shows at once what came of it. */
export type Triage = (change: TriageBody) => void;

/** @param onDone after all of them were changed */
export function useTriage(
  conversationIds: readonly string[],
  onDone?: (change: TriageBody) => void,
): { readonly triage: Triage; readonly write: Write } {
  const { call } = useConsole();
  const { live } = useInbox();
  // Each label is a click: the second comes before the first is answered.
  const write = useWrite({ queue: 'triage' });
  const change = async (conversationId: string, body: TriageBody) => {
    const options = { path: { conversationId }, header: { 'idempotency-key': randomUuid() }, body };
    const path = '/v1/admin/conversations/{conversationId}/triage';
    const answer = await call('POST', path, triageAnswer, options);
    if (answer.body.handoff) live.apply([updateOf(answer.body.handoff)]);
  };
  const triage = async (body: TriageBody) => {
    const isDone = await write.send(async () => {
      for (const id of conversationIds) await change(id, body);
    });
    if (isDone) onDone?.(body);
  };
  return { triage: (body) => void triage(body), write };
}

interface Props {
  readonly onTriage: Triage;
}

/** The tenant's labels to check. @param chosen none for several conversations: a label is then only added */
export function LabelMenu({ chosen, onTriage }: Props & { readonly chosen: readonly string[] | null }) {
  const { t } = useTranslation('inbox');
  const { may } = useRole();
  const goTo = useGoTo();
  const labels = useLabels();
  const isFull = (chosen?.length ?? 0) >= limits.labelsPerConversation;
  return (
    <Menu closeOnItemClick={chosen === null} position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconTag size={14} aria-hidden />}>
          {t(chosen === null ? 'triage.addLabel' : 'triage.labels')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="20rem" className="inbox-menu">
        {labels.length === 0 && <Menu.Label>{t('labels.empty')}</Menu.Label>}
        {labels.map((label) => {
          const isOn = chosen?.includes(label.id) ?? false;
          return (
            <Menu.CheckboxItem
              key={label.id}
              checked={isOn}
              disabled={isFull && !isOn}
              onChange={() => onTriage(isOn ? { removeLabels: [label.id] } : { addLabels: [label.id] })}
            >
              <LabelBadge label={label} />
            </Menu.CheckboxItem>
          );
        })}
        {may('channels:configure') && (
          <>
            <Menu.Divider />
            <Menu.Item closeMenuOnClick onClick={() => goTo('labels')}>
              {t('labels.manage')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** How urgent a conversation is. */
export function PriorityMenu({ chosen, onTriage }: Props & { readonly chosen: Priority }) {
  const { t } = useTranslation('inbox');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconFlag size={14} aria-hidden />}>
          {t('triage.priority')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={chosen}
          onChange={(value) => onTriage({ priority: priorities.find((one) => one === value) ?? 'none' })}
        >
          {priorities.toReversed().map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {t(`triage.priorities.${one}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** When a conversation comes back, on the tenant's clocks. @param until since when it is snoozed already */
export function SnoozeMenu({ until = null, onTriage }: Props & { readonly until?: string | null }) {
  const { t } = useTranslation('inbox');
  const { moment } = useTimes();
  const timeZone = useTimeZone();
  const [isAsking, setAsking] = useState(false);
  const snooze = (atMs: number) => onTriage({ snoozedUntil: new Date(atMs).toISOString() });
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<IconClock size={14} aria-hidden />}>
            {until === null ? t('triage.snooze') : t('triage.snoozedUntil', { time: moment(until) })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {until !== null && (
            <Menu.Item onClick={() => onTriage({ snoozedUntil: null })}>{t('triage.unsnooze')}</Menu.Item>
          )}
          {snoozePresets(timeZone, Date.now()).map(([preset, atMs]) => (
            <Menu.Item key={preset} onClick={() => snooze(atMs)} rightSection={<SnoozeTime atMs={atMs} />}>
              {t(`triage.presets.${preset}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsking(true)}>{t('triage.presets.custom')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && <SnoozeDialog timeZone={timeZone} onSnooze={snooze} onClose={() => setAsking(false)} />}
    </>
  );
}

function SnoozeTime({ atMs }: { readonly atMs: number }) {
  const { moment } = useTimes();
  return <span className="quiet hint">{moment(new Date(atMs).toISOString())}</span>;
}

interface DialogProps {
  readonly timeZone: string;
  readonly onSnooze: (atMs: number) => void;
  readonly onClose: () => void;
}

/** Any date and time. */
function SnoozeDialog({ timeZone, onSnooze, onClose }: DialogProps) {
  const { t } = useTranslation('inbox');
  const write = useWrite();
  const [shown, setShown] = useState('');
  const [date = '', time = ''] = shown.split('T');
  const atMs = shown === '' ? Number.NaN : timeInZone(timeZone, date, time);
  return (
    <ConfirmDialog
      title={t('triage.snooze')}
      button={t('triage.snooze')}
      isReady={atMs > Date.now()}
      write={write}
      onClose={onClose}
      onConfirm={() => {
        onSnooze(atMs);
        onClose();
      }}
    >
      <TextInput
        type="datetime-local"
        label={t('triage.until')}
        description={t('triage.zone', { zone: timeZone })}
        min={shownInZone(timeZone, Date.now())}
        value={shown}
        onChange={(event) => setShown(event.currentTarget.value)}
        required
      />
    </ConfirmDialog>
  );
}

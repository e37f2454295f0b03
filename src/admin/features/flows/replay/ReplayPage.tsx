import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftReplayResult, ReplayedConversation } from '../../../../contract/admin/drafts.ts';
import { limits } from '../../../../contract/limits.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { EmptyState, Failure } from '../../../components/Loaded.tsx';
import { PageLink } from '../../../components/PageHeader.tsx';
import { FlowHeader } from '../FlowHeader.tsx';
import { findSample, replayDraft } from './replay-draft.ts';

/** Replays past conversations against the draft and shows where it would reply differently. @see console.md 4 */
export function ReplayPage({ flowId = '' }: { readonly flowId?: string }) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const [typed, keep] = useKeptState(`replay.${flowId}`);
  const [result, setResult] = useState<DraftReplayResult | null>(null);
  const play = (event: FormEvent) => {
    event.preventDefault();
    const conversationIds = typed.split(/\s+/).filter(Boolean).slice(0, limits.replayedConversations);
    const body = conversationIds.length === 0 ? {} : { conversationIds };
    void write.send(async () => setResult(await replayDraft(call, flowId, body)));
  };
  const name = () => write.send(async () => keep((await findSample(call, flowId, Date.now())).join('\n')));
  return (
    <Stack gap="lg">
      <FlowHeader flowId={flowId} title={t('replay.title', { flow: flowId })} />
      <Text>{t('replay.what')}</Text>
      <form onSubmit={play}>
        <Stack className="long-form">
          <Textarea
            label={t('replay.ids')}
            description={t('replay.idsHint')}
            value={typed}
            rows={3}
            dir="ltr"
            onChange={(event) => keep(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={write.isPending}>
              {t('replay.button')}
            </Button>
            <Button variant="default" disabled={write.isPending} onClick={() => void name()}>
              {t('replay.name')}
            </Button>
          </Group>
        </Stack>
      </form>
      {write.error && <Failure error={write.error} />}
      {result && !write.error && <ReplayResult result={result} />}
    </Stack>
  );
}

interface ReplayResultProps {
  readonly result: DraftReplayResult;
}

/** The results of replayed conversations. */
export function ReplayResult({ result: { conversations, complete } }: ReplayResultProps) {
  const { t } = useTranslation('flows');
  if (conversations.length === 0) return <EmptyState>{t('replay.none')}</EmptyState>;
  const same = conversations.filter((one) => one.same).length;
  const stopped = conversations.filter((one) => one.stopped !== null).length;
  // Stopped replays are reported separately, since the rest of them is unknown.
  const isCut = !complete && (stopped === 0 || conversations.some((one) => !one.complete && !one.stopped));
  return (
    <Stack>
      <Text role="status" className={same === conversations.length ? 'good' : 'warn'}>
        {t('replay.verdict', { same, all: conversations.length })}
      </Text>
      {stopped > 0 && <Text className="quiet">{t('replay.stopped', { count: stopped })}</Text>}
      {isCut && <Text className="warn">{t('replay.incomplete')}</Text>}
      {conversations.map((one, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two scripts may have one title, and none moves.
        <Replayed key={n} conversation={one} />
      ))}
    </Stack>
  );
}

type Turn = ReplayedConversation['turns'][number];

/** One conversation that was played: whether it goes as before, and each turn that does not. */
function Replayed({ conversation }: { readonly conversation: ReplayedConversation }) {
  const { t } = useTranslation('flows');
  const { title, conversationId, same, raised, stopped, turns } = conversation;
  const isSameSoFar = stopped !== null && turns.every((turn) => turn.same);
  const recorded = [...new Set(turns.flatMap((turn) => turn.recorded))];
  const differing = turns.filter((turn) => !turn.same);
  return (
    <Card withBorder radius="md" padding="md" component="section" aria-label={title}>
      <Group>
        <Title order={2} size="h5">
          <bdi>{title}</bdi>
        </Title>
        {isSameSoFar ? (
          <span className="quiet">– {t('replay.sameSoFar', { count: turns.length })}</span>
        ) : (
          <span className={same ? 'good' : 'warn'}>
            {same ? `✓ ${t('replay.same')}` : `≠ ${raised ? t('replay.broken') : t('replay.differs')}`}
          </span>
        )}
        {conversationId !== null && (
          <PageLink path={`conversations/${conversationId}`}>{conversationId}</PageLink>
        )}
      </Group>
      {raised && (
        <Text className="bad">
          {t('replay.brokenAt', { step: raised.stepId ?? '–', why: raised.message })}
        </Text>
      )}
      {stopped && <Text className="quiet">{t('replay.stoppedAt', { step: stopped.stepId })}</Text>}
      {recorded.length > 0 && (
        <Text className="quiet">{t('replay.recorded', { steps: recorded.join(', ') })}</Text>
      )}
      {differing.length > 0 && (
        <DataTable
          title={title}
          rows={differing}
          keyOf={(_, n) => n}
          columns={[
            { name: t('replay.said'), cell: (turn) => <ActionText turn={turn} /> },
            { name: t('replay.before'), cell: ({ before }) => <Replies replies={before} /> },
            { name: t('replay.now'), cell: ({ now }) => <Replies replies={now} /> },
          ]}
        />
      )}
    </Card>
  );
}

function ActionText({ turn: { action } }: { readonly turn: Turn }) {
  const { t } = useTranslation('flows');
  if ('minutes' in action) return t('replay.minutes', { minutes: String(action.minutes) });
  if (!('user' in action)) return t('replay.human');
  return (
    <bdi className="value">{typeof action.user === 'string' ? action.user : JSON.stringify(action.user)}</bdi>
  );
}

function Replies({ replies }: { readonly replies: Turn['now'] }) {
  const { t } = useTranslation('flows');
  if (replies.length === 0) return <span className="quiet">{t('replay.nothing')}</span>;
  return replies.map(({ text, choices = [] }, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: replies have no name, and none moves.
    <p key={n} className="line" dir="auto">
      {[text, ...choices.map((choice) => `[${choice}]`)].join(' ')}
    </p>
  ));
}

import { Flex, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cloudApiLimits } from '../../../../channels/cloud-api/limits.ts';
import { numberedText, presentChoices } from '../../../../channels/replies/choices.ts';
import type { Choice } from '../../../../contract/vocabulary.ts';
import type { Reply } from '../../../../engine/interfaces.ts';
import { SmallButton, TextButton } from '../../../components/RowMenu.tsx';
import type { ChatAction, ChatTurn } from './play-turn.ts';
import type { ChatSetting } from './use-setting.ts';

interface TurnLinesProps {
  readonly turn: ChatTurn;
  /** The one before it. */
  readonly before: ChatTurn | undefined;
  readonly channel: ChatSetting['channel'];
  readonly onStep: (id: string) => void;
  readonly onChoose: ((value: string) => void) | undefined;
}

/** A turn of a test chat: the action, the replies and the outcome. */
export function TurnLines({ turn, before, channel, onStep, onChoose }: TurnLinesProps) {
  const { t } = useTranslation('tests');
  const { replies, raised } = turn;
  const last = replies.at(-1);
  return (
    <>
      <DoneLine action={turn.action} before={before} />
      {replies.map((line) => (
        <ReplyBubble
          key={line.reply.id}
          {...line}
          channel={channel}
          onStep={onStep}
          onChoose={line === last ? onChoose : undefined}
        />
      ))}
      {replies.length === 0 && 'minutes' in turn.action && <li className="quiet">{t('chat.silent')}</li>}
      {raised && (
        <li>
          <div className="trial-raised" role="alert">
            <strong>{t('chat.raised', { code: raised.code })}</strong> <bdi>{raised.message}</bdi>
            {raised.stepId !== null && (
              <TextButton onClick={() => raised.stepId !== null && onStep(raised.stepId)}>
                <bdi>{raised.stepId}</bdi>
              </TextButton>
            )}
          </div>
        </li>
      )}
      <li>
        <TurnDetails turn={turn} />
      </li>
    </>
  );
}

interface ReplyBubbleProps {
  readonly reply: Reply;
  readonly stepId: string | null;
  readonly channel: ChatSetting['channel'];
  /** Left out where the steps are not shown. */
  readonly onStep?: (id: string) => void;
  /** Left out where the answer has been given. */
  readonly onChoose: ((value: string) => void) | undefined;
}

/** A reply as the channel would show it, with working choices. */
export function ReplyBubble({
  reply: { text, choices = [], attachments = [] },
  stepId,
  channel,
  onStep,
  onChoose,
}: ReplyBubbleProps) {
  const { t } = useTranslation('tests');
  const shown = channel === 'webchat' ? asButtons(choices) : forChannel(channel, choices);
  return (
    <li className="trial-line" data-by="bot">
      <p className="trial-bubble said" dir="auto">
        {shown.as === 'numbers' ? numberedText(text, choices) : text}
      </p>
      {attachments.map(({ type, filename, caption, url }) => (
        <p key={url ?? filename} className="trial-bubble quiet">
          <bdi>{filename ?? caption ?? type}</bdi>
        </p>
      ))}
      {shown.as !== 'numbers' && shown.choices.length > 0 && (
        <Flex gap={6} wrap="wrap" direction={shown.as === 'list' ? 'column' : 'row'}>
          {shown.as === 'list' && <span className="quiet">{t('chat.list')}</span>}
          {shown.choices.map(({ title, value }) => (
            <SmallButton key={value} disabled={!onChoose} onClick={() => onChoose?.(value)}>
              <bdi>{title}</bdi>
            </SmallButton>
          ))}
        </Flex>
      )}
      {stepId !== null && onStep && (
        <button
          type="button"
          className="text-button who-mail"
          aria-label={t('chat.step', { id: stepId })}
          onClick={() => onStep(stepId)}
        >
          <bdi>{stepId}</bdi>
        </button>
      )}
    </li>
  );
}

const asButtons = (choices: readonly Choice[]) => ({
  as: 'buttons' as const,
  choices: choices.map(({ label, value }) => ({ title: label, value, label })),
});

function forChannel(channel: 'whatsapp' | 'text', choices: readonly Choice[]) {
  if (choices.length === 0) return asButtons(choices);
  return channel === 'text' ? ({ as: 'numbers' } as const) : presentChoices(choices, cloudApiLimits);
}

/** The variables that a turn changed, and the path that it took. */
function TurnDetails({ turn }: { readonly turn: ChatTurn }) {
  const { t } = useTranslation('tests');
  const { before, after, ways, events, calls = [] } = turn;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => textOf(before[name]) !== textOf(after[name]));
  return (
    <details className="details who-mail">
      <summary>{t('chat.details')}</summary>
      {changed.length === 0 ? (
        <p className="quiet">{t('chat.none')}</p>
      ) : (
        <Table
          aria-label={t('chat.details')}
          classNames={{ td: 'trial-value' }}
          data={{
            head: [t('chat.variable'), t('chat.before'), t('chat.after')],
            body: changed.map((name) => [
              <bdi key={name}>{name}</bdi>,
              textOf(before[name]),
              textOf(after[name]),
            ]),
          }}
        />
      )}
      {ways.length > 0 && <Paths title={t('chat.ways')} paths={ways} />}
      {events.length > 0 && <Paths title={t('chat.events')} paths={events} />}
      {calls.length > 0 && (
        <Paths
          title={t('outside.calls')}
          paths={calls.map(({ method, url, status }) => `${method} ${url} → ${status ?? '—'}`)}
        />
      )}
    </details>
  );
}

function Paths({ title, paths }: { readonly title: string; readonly paths: readonly string[] }) {
  return (
    <>
      <span className="quiet">{title}</span>
      <ul className="trial-paths" dir="ltr">
        {paths.map((path, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a connection may be taken twice; only its position differs.
          <li key={n}>{path.replace(/^steps\./, '')}</li>
        ))}
      </ul>
    </>
  );
}

const textOf = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));

interface DoneLineProps {
  readonly action: ChatAction;
  readonly before: ChatTurn | undefined;
}

/** The action of the visitor, the agent or the clock; for a choice, its label. */
export function DoneLine({ action, before }: DoneLineProps) {
  const { t } = useTranslation('tests');
  if ('user' in action)
    return (
      <li className="trial-line" data-by="visitor">
        <p className="trial-bubble said" dir="auto">
          {labelOf(action.user, before)}
        </p>
      </li>
    );
  return (
    <Text component="li" inherit c="dimmed" ta="center">
      {'minutes' in action && t('chat.passed', { hours: Math.round(action.minutes / 60) })}
      {'human' in action && t(`chat.did.${action.human}`)}
      {'begin' in action && t('chat.began', { step: action.begin })}
    </Text>
  );
}

function labelOf(written: string, before: ChatTurn | undefined): string {
  const offered = before?.replies.at(-1)?.reply.choices ?? [];
  return offered.find(({ value }) => value === written)?.label ?? written;
}

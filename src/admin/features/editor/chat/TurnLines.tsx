import { useTranslation } from 'react-i18next';
import type { ChatAction, ChatTurn } from './play-turn.ts';
import { ReplyBubble } from './ReplyBubble.tsx';
import { TurnDetails } from './TurnDetails.tsx';
import type { ChatSetting } from './use-setting.ts';

/** A turn of a test chat: what was done, what the flow said, and what became of it. */
export function TurnLines({
  turn,
  before,
  channel,
  onStep,
  onChoose,
}: {
  readonly turn: ChatTurn;
  /** The one before it. */
  readonly before: ChatTurn | undefined;
  readonly channel: ChatSetting['channel'];
  readonly onStep: (id: string) => void;
  readonly onChoose: ((value: string) => void) | undefined;
}) {
  const { t } = useTranslation('tests');
  const { said, raised } = turn;
  const last = said.at(-1);
  return (
    <>
      <DoneLine action={turn.action} before={before} />
      {said.map((line) => (
        <ReplyBubble
          key={line.reply.id}
          {...line}
          channel={channel}
          onStep={onStep}
          onChoose={line === last ? onChoose : undefined}
        />
      ))}
      {said.length === 0 && 'minutes' in turn.action && <li className="quiet">{t('chat.silent')}</li>}
      {raised && (
        <li>
          <div className="trial-raised" role="alert">
            <strong>{t('chat.raised', { code: raised.code })}</strong> <bdi>{raised.message}</bdi>
            {raised.stepId !== null && (
              <button
                type="button"
                className="text-button"
                onClick={() => raised.stepId !== null && onStep(raised.stepId)}
              >
                <bdi>{raised.stepId}</bdi>
              </button>
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

/** What the visitor, a human or time did; of a choice that was pressed, its label. */
export function DoneLine({
  action,
  before,
}: {
  readonly action: ChatAction;
  readonly before: ChatTurn | undefined;
}) {
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
    <li className="trial-event quiet">
      {'minutes' in action && t('chat.passed', { hours: Math.round(action.minutes / 60) })}
      {'human' in action && t(`chat.did.${action.human}`)}
      {'begin' in action && t('chat.began', { step: action.begin })}
    </li>
  );
}

function labelOf(said: string, before: ChatTurn | undefined): string {
  const offered = before?.said.at(-1)?.reply.choices ?? [];
  return offered.find(({ value }) => value === said)?.label ?? said;
}

import { useTranslation } from 'react-i18next';
import { cloudApiLimits } from '../../../../channels/cloud-api/limits.ts';
import { numberedText } from '../../../../channels/replies/numbered-text.ts';
import { presentChoices } from '../../../../channels/replies/present-choices.ts';
import type { Choice } from '../../../../contract/vocabulary.ts';
import type { Reply } from '../../../../engine/interfaces.ts';
import type { ChatSetting } from './use-setting.ts';

/** What the flow says, as the channel would show it; its choices are pressed as a visitor would. */
export function ReplyBubble({
  reply: { text, choices = [], attachments = [] },
  stepId,
  channel,
  onStep,
  onChoose,
}: {
  readonly reply: Reply;
  readonly stepId: string | null;
  readonly channel: ChatSetting['channel'];
  readonly onStep: (id: string) => void;
  /** Left out where the answer has been given. */
  readonly onChoose: ((value: string) => void) | undefined;
}) {
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
        <div className="trial-choices" data-as={shown.as}>
          {shown.as === 'list' && <span className="quiet">{t('chat.list')}</span>}
          {shown.choices.map(({ title, value }) => (
            <button
              key={value}
              type="button"
              className="trial-choice"
              disabled={!onChoose}
              onClick={() => onChoose?.(value)}
            >
              <bdi>{title}</bdi>
            </button>
          ))}
        </div>
      )}
      {stepId !== null && (
        <button
          type="button"
          className="text-button trial-step"
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

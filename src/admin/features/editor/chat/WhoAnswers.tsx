import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import type { ChatState } from './chat-session.ts';

/** Who answers for services: whoever tries the flow, or the services themselves; always in view. */
export function WhoAnswers({
  kept,
  onForget,
  isReal,
  isSaved,
  onReal,
}: {
  readonly kept: ChatState['kept'];
  readonly onForget: (stepId: string) => void;
  readonly isReal: boolean;
  readonly isSaved: boolean;
  /** Left out for those who may not publish. */
  readonly onReal: ((isReal: boolean) => void) | undefined;
}) {
  const { t } = useTranslation('tests');
  return (
    <div>
      {onReal && (
        <div className="trial-mode">
          <span>{t('outside.mode')}</span>
          <SegmentedChoice
            label={t('outside.mode')}
            names={t('outside.modes', { returnObjects: true })}
            chosen={isReal ? 'real' : 'played'}
            onChoose={(mode) => onReal(mode === 'real')}
          />
        </div>
      )}
      {isReal && <Text className="trial-real">{t('outside.realWhat')}</Text>}
      {isReal && !isSaved && <Text className="warn">{t('outside.realUnsaved')}</Text>}
      {kept.size > 0 && (
        <fieldset className="trial-mode" aria-label={t('outside.kept')}>
          <span className="quiet">{t('outside.kept')}:</span>
          {[...kept.keys()].map((stepId) => (
            <button
              key={stepId}
              type="button"
              className="text-button"
              aria-label={t('outside.forget', { step: stepId })}
              onClick={() => onForget(stepId)}
            >
              <bdi>{stepId}</bdi> ✕
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

import { Text } from '@mantine/core';
import { SegmentedChoice } from '../../../app/SegmentedChoice.tsx';
import { useTrialTexts } from '../../../texts/trial-texts.ts';
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
  const { outside } = useTrialTexts();
  return (
    <div>
      {onReal && (
        <div className="trial-mode">
          <span>{outside.mode}</span>
          <SegmentedChoice
            label={outside.mode}
            names={outside.modes}
            chosen={isReal ? 'real' : 'played'}
            onChoose={(mode) => onReal(mode === 'real')}
          />
        </div>
      )}
      {isReal && <Text className="trial-real">{outside.realWhat}</Text>}
      {isReal && !isSaved && <Text className="warn">{outside.realUnsaved}</Text>}
      {kept.size > 0 && (
        <fieldset className="trial-mode" aria-label={outside.kept}>
          <span className="quiet">{outside.kept}:</span>
          {[...kept.keys()].map((stepId) => (
            <button
              key={stepId}
              type="button"
              className="text-button"
              aria-label={outside.forget(stepId)}
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

import { languages } from '../texts/load-texts.ts';
import { useSpeech } from '../texts/texts.ts';
import { SegmentedChoice } from './SegmentedChoice.tsx';

/** All languages, each named in itself. */
export function LanguageChoice({ onChosen }: { readonly onChosen?: () => void }) {
  const { language, texts, speak } = useSpeech();
  return (
    <SegmentedChoice
      label={texts.frame.language}
      names={languages}
      chosen={language === 'en-XA' ? null : language}
      onChoose={(one) => {
        speak(one);
        onChosen?.();
      }}
    />
  );
}

import { Button } from '@mantine/core';
import { languages, useSpeech } from '../texts/texts.ts';

/** Switches to the other language, named in that language. */
export function LanguageButton() {
  const { language, speak } = useSpeech();
  const other = language === 'en' ? 'ar' : 'en';
  return (
    <Button variant="default" size="compact-sm" lang={other} onClick={() => speak(other)}>
      {languages[other]}
    </Button>
  );
}

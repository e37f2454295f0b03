import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { directionOf, keepLanguage, type Language, loadTexts } from '../texts/load-texts.ts';
import type { Texts } from '../texts/shape.ts';
import { type Speech, SpeechContext } from '../texts/texts.ts';

/** Language and looks, around whatever is shown. */
export function Root({
  language,
  texts,
  children,
}: {
  readonly language: Language;
  readonly texts: Texts;
  readonly children: ReactNode;
}) {
  const [spoken, setSpoken] = useState({ language, texts });
  const speech = useMemo<Speech>(
    () => ({
      ...spoken,
      speak: async (next) => {
        // A language that can't be loaded leaves the one that is shown.
        const loaded = await loadTexts(next).catch(() => null);
        if (!loaded) return;
        keepLanguage(next);
        setSpoken({ language: next, texts: loaded });
      },
    }),
    [spoken],
  );
  return (
    <SpeechContext value={speech}>
      <DirectionProvider>
        {/* Its styles are files: the policy allows no inline ones. */}
        <MantineProvider defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
          <Direction language={spoken.language} />
          {children}
        </MantineProvider>
      </DirectionProvider>
    </SpeechContext>
  );
}

/** Tells the component library which way the page goes. */
function Direction({ language }: { readonly language: Language }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(directionOf(language)), [language, setDirection]);
  return null;
}

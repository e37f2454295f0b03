import {
  DirectionProvider,
  isMantineColorScheme,
  type MantineColorSchemeManager,
  MantineProvider,
  useDirection,
} from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { deviceStorage } from '../../browser/storage.ts';
import { directionOf, keepLanguage, type Language, loadTexts } from '../texts/load-texts.ts';
import type { Texts } from '../texts/shape.ts';
import { type Speech, SpeechContext } from '../texts/texts.ts';
import { applyTheme, theme } from '../theme.ts';

applyTheme();

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
        <MantineProvider
          theme={theme}
          colorSchemeManager={colorSchemes}
          defaultColorScheme="auto"
          withCssVariables={false}
          withGlobalClasses={false}
        >
          <Direction language={spoken.language} />
          {children}
        </MantineProvider>
      </DirectionProvider>
    </SpeechContext>
  );
}

const schemeKey = 'mantine-color-scheme-value';
let listening = new AbortController();

/** The library's own throws where the browser denies storage, whenever another tab stores something. */
const colorSchemes: MantineColorSchemeManager = {
  get(otherwise) {
    const kept = deviceStorage.getItem(schemeKey);
    return isMantineColorScheme(kept) ? kept : otherwise;
  },
  set: (scheme) => void deviceStorage.setItem(schemeKey, scheme),
  subscribe(onUpdate) {
    listening = new AbortController();
    const listen = ({ key, newValue }: StorageEvent) => {
      if (key === schemeKey && isMantineColorScheme(newValue)) onUpdate(newValue);
    };
    addEventListener('storage', listen, { signal: listening.signal });
  },
  unsubscribe: () => listening.abort(),
  clear: () => deviceStorage.removeItem(schemeKey),
};

/** Tells the component library which way the page goes. */
function Direction({ language }: { readonly language: Language }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(directionOf(language)), [language, setDirection]);
  return null;
}

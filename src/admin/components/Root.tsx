import {
  DirectionProvider,
  isMantineColorScheme,
  type MantineColorSchemeManager,
  MantineProvider,
  useDirection,
} from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { deviceStorage } from '../../browser/storage.ts';
import { applyTheme, providerProps } from '../../browser/theme.ts';
import { directionOf } from '../locales/i18n.ts';
import { useLanguage } from '../locales/use-language.ts';

applyTheme();

/** Direction and looks, around whatever is shown. */
export function Root({ children }: { readonly children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider {...providerProps} colorSchemeManager={colorSchemes}>
        <Direction />
        {children}
      </MantineProvider>
    </DirectionProvider>
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

/** Turns the component library to the direction of the language. */
function Direction() {
  const { setDirection } = useDirection();
  const language = useLanguage();
  useEffect(() => setDirection(directionOf(language)), [language, setDirection]);
  return null;
}

import { Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WidgetSettings } from '../../../contract/widget-settings.ts';
import type { Preview as WidgetPreview } from '../../../widget/preview.ts';
import { readWidgetSettings } from '../../../widget/read-settings.ts';
import { SegmentedChoice } from '../../components/SegmentedChoice.tsx';
import { useLanguage } from '../../locales/use-language.ts';

interface Props {
  readonly settings: WidgetSettings;
  /** The time zone of business hours. */
  readonly timeZone: string | undefined;
}

/** The real widget beside its form: it follows what is typed. @see console.md 9, criterion 58 */
export function Preview({ settings, timeZone }: Props) {
  const { t } = useTranslation('widgets');
  const language = useLanguage();
  const answer = t('preview.answer');
  const [shape, setShape] = useState<'desk' | 'phone'>('desk');
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<WidgetPreview | null>(null);
  useEffect(() => {
    let isWanted = true;
    let made: WidgetPreview | undefined;
    // The whole widget: it loads beside the page.
    void import('../../../widget/preview.ts').then(({ createPreview }) => {
      if (!isWanted || !place.current) return;
      made = createPreview({
        container: place.current,
        theme,
        isPhone: shape === 'phone',
        lang: language,
        answer,
      });
      setShown(made);
    });
    return () => {
      isWanted = false;
      made?.remove();
    };
  }, [theme, shape, language, answer]);
  const worn = JSON.stringify({ ...settings, time_zone: timeZone });
  useEffect(() => {
    // Input may be invalid, and the console's policy allows no images of other origins.
    const { avatar: _, invite: __, ...drawn } = readWidgetSettings(JSON.parse(worn));
    void shown?.dress(Object.fromEntries(Object.entries(drawn).filter(([, value]) => value)));
  }, [shown, worn]);
  return (
    <section className="preview" aria-label={t('preview.title')}>
      <Group gap="xs" justify="space-between">
        <SegmentedChoice
          label={t('preview.title')}
          names={{ desk: t('preview.desk'), phone: t('preview.phone') }}
          chosen={shape}
          onChoose={setShape}
        />
        <SegmentedChoice
          label={t('preview.title')}
          names={{ light: t('preview.light'), dark: t('preview.dark') }}
          chosen={theme}
          onChoose={setTheme}
        />
      </Group>
      <div ref={place} className={`preview-page preview-${shape} preview-${theme}`} />
    </section>
  );
}

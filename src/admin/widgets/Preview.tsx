import { useEffect, useRef, useState } from 'react';
import type { WidgetSettings } from '../../contract/widget-settings.ts';
import type { Preview as WidgetPreview } from '../../widget/preview.ts';
import { SegmentedChoice } from '../app/SegmentedChoice.tsx';
import { useSpeech } from '../texts/texts.ts';

/** The real widget beside its form: it follows what is typed. @see console.md 9, criterion 58 */
export function Preview({ settings }: { readonly settings: WidgetSettings }) {
  const {
    language,
    texts: {
      widgets: { preview },
    },
  } = useSpeech();
  const [shape, setShape] = useState<'desk' | 'phone'>('desk');
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<WidgetPreview | null>(null);
  const { title, greeting, color, position, start_on_open, starters = [] } = settings;
  const offered = starters.join('\n');
  useEffect(() => {
    let isWanted = true;
    let made: WidgetPreview | undefined;
    // The whole widget: it loads beside the page.
    void import('../../widget/preview.ts').then(({ createPreview }) => {
      if (!isWanted || !place.current) return;
      made = createPreview({
        container: place.current,
        theme,
        isPhone: shape === 'phone',
        lang: language,
        answer: preview.answer,
      });
      setShown(made);
    });
    return () => {
      isWanted = false;
      made?.remove();
    };
  }, [theme, shape, language, preview.answer]);
  useEffect(() => {
    // Pictures of other origins are none of the console's to show.
    const worn = { title, greeting, color: isColor(color) ? color : undefined, position, start_on_open };
    const said = Object.fromEntries(Object.entries(worn).filter(([, value]) => value));
    void shown?.dress({ ...said, starters: offered.split('\n').filter(Boolean) });
  }, [shown, title, greeting, color, position, start_on_open, offered]);
  return (
    <section className="preview" aria-label={preview.title}>
      <div className="preview-choices">
        <SegmentedChoice
          label={preview.title}
          names={{ desk: preview.desk, phone: preview.phone }}
          chosen={shape}
          onChoose={setShape}
        />
        <SegmentedChoice
          label={preview.title}
          names={{ light: preview.light, dark: preview.dark }}
          chosen={theme}
          onChoose={setTheme}
        />
      </div>
      <div ref={place} className={`preview-page preview-${shape} preview-${theme}`} />
      <p className="quiet hint">{preview.what}</p>
    </section>
  );
}

function isColor(color: string | undefined): boolean {
  return /^#[0-9a-f]{6}$/i.test(color ?? '');
}

import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../locales/use-language.ts';
import { textsOf } from './texts-of.ts';

/** What a step says: in the reader's language where it has it, the others on demand. */
export function FlowText({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  const [first, ...others] = textsOf(value, language);
  if (!first) return null;
  return (
    <>
      <p className="said" lang={first.language ?? undefined} dir="auto">
        {first.text}
      </p>
      {others.length > 0 && (
        <details className="details">
          <summary>
            {t('otherLanguages')}: {others.map((one) => one.language).join(', ')}
          </summary>
          {others.map((one) => (
            <p key={one.language} className="said" lang={one.language ?? undefined} dir="auto">
              {one.text}
            </p>
          ))}
        </details>
      )}
    </>
  );
}

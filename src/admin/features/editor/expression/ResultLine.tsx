import { useTranslation } from 'react-i18next';
import type { Examined, TextSort } from '../../../../engine/examine-text.ts';
import { WayArrow } from '../../flows/view/WayArrow.tsx';
import { namesIn, namesInTemplate } from '../document/rename-name.ts';
import { variablesOf } from '../document/variables.ts';
import { useEditor } from '../store/editor-context.ts';

/** What a text comes to with the values at hand, which of those there are none of, and whether it is much to compute. */
export function ResultLine({
  result,
  failure,
  share,
  samples,
  sort,
  text,
  extra,
}: Examined & {
  readonly samples: { readonly [name: string]: unknown };
  readonly sort: TextSort;
  readonly text: string;
  readonly extra: readonly string[];
}) {
  const { t } = useTranslation('editor');
  const { store } = useEditor();
  if (result === undefined && failure === undefined) return null;
  const names = sort === 'expression' ? namesIn(text) : namesInTemplate(text);
  const begun = new Set(
    variablesOf(store.document).flatMap(({ name, start }) =>
      start === undefined || start === null || start === '' ? [] : [name],
    ),
  );
  const known = (name: string) => begun.has(name) || (samples[name] ?? null) !== null;
  const ofFlow = new Set(variablesOf(store.document).map(({ name }) => name));
  const lacking = [...names].filter((name) => extra.includes(name) || (ofFlow.has(name) && !known(name)));
  return (
    <p className="quiet hint result-line" data-result>
      {failure !== undefined ? (
        <>
          ⚠ <span lang="en">{failure}</span>
        </>
      ) : (
        <>
          <WayArrow /> <bdi>{sort === 'expression' ? JSON.stringify(result) : String(result)}</bdi>
        </>
      )}
      {lacking.length > 0 && <> · {t('expressions.lacking', { names: lacking.join(', ') })}</>}
      {share > 0.5 && <> · {t('expressions.dear', { percent: Math.round(share * 100) })}</>}
    </p>
  );
}

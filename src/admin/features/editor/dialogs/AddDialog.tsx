import { useTranslation } from 'react-i18next';
import type { StepKind } from '../../../../contract/flow.ts';
import type { Pick } from '../../../components/PickDialog.tsx';
import { useLanguage } from '../../../locales/use-language.ts';
import { readOutline } from '../../flows/view/read-outline.ts';
import { textsOf } from '../../flows/view/texts-of.ts';
import { stepTypeName } from '../../flows/view/way-name.ts';
import type { Path, Point } from '../document/document.ts';
import { stepKinds } from '../document/new-step.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { PickList } from './PickList.tsx';

/** What to add: each kind says in a sentence what it is for. */
export function AddDialog({ from, at }: { readonly from: Path | null; readonly at?: Point | undefined }) {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  const picks = useKinds(from, at);
  return <PickList title={t('add.title')} label={t('add.label')} picks={picks} onClose={actions.close} />;
}

/** Where a way is to lead: to a step that is there, or to a new one. */
export function ConnectDialog({ from }: { readonly from: Path }) {
  const { actions } = useEditor();
  const { t } = useTranslation(['flows', 'editor']);
  const language = useLanguage();
  const definition = useFlow((document) => document.definition);
  const { reached, unreached } = readOutline(definition);
  const kinds = useKinds(from, undefined);
  const steps = [...reached, ...unreached].map(({ id, kind, step }): Pick => {
    const said = textsOf(step.text, language)[0]?.text ?? '';
    const name = stepTypeName(kind, t);
    return {
      id: `step ${id}`,
      name: id,
      about: `${name} ${said}`.trim(),
      run: () => actions.connect(from, id),
    };
  });
  const nowhere: Pick = {
    id: 'open',
    name: t('editor:way.nowhere'),
    about: '',
    run: () => actions.connect(from, null),
  };
  const made = kinds.map((pick) => ({ ...pick, name: t('editor:add.newStep', { kind: pick.name }) }));
  return (
    <PickList
      title={t('editor:way.title')}
      label={t('editor:way.label')}
      picks={[...steps, ...made, nowhere]}
      onClose={actions.close}
    />
  );
}

function useKinds(from: Path | null, at: Point | undefined): readonly Pick[] {
  const { actions } = useEditor();
  const { t } = useTranslation(['flows', 'editor']);
  return stepKinds.map((kind: StepKind) => ({
    id: `kind ${kind}`,
    name: t(`kinds.${kind}`),
    about: t(`editor:add.purposes.${kind}`),
    run: () => actions.addStep(kind, from, at),
  }));
}

import type { StepKind } from '../../../../contract/flow.ts';
import type { Pick } from '../../../app/PickDialog.tsx';
import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { useSpeech, useTexts } from '../../../texts/texts.ts';
import { readOutline } from '../../view/read-outline.ts';
import { textsOf } from '../../view/texts-of.ts';
import type { Path, Point } from '../document/document.ts';
import { stepKinds } from '../document/new-step.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { PickList } from './PickList.tsx';

/** What to add: each kind says in a sentence what it is for. */
export function AddDialog({ from, at }: { readonly from: Path | null; readonly at?: Point | undefined }) {
  const { actions } = useEditor();
  const { add } = useEditorTexts();
  const picks = useKinds(from, at);
  return <PickList title={add.title} label={add.label} picks={picks} onClose={actions.close} />;
}

/** Where a way is to lead: to a step that is there, or to a new one. */
export function ConnectDialog({ from }: { readonly from: Path }) {
  const { actions } = useEditor();
  const { add, way } = useEditorTexts();
  const { language, texts } = useSpeech();
  const { flows } = texts;
  const definition = useFlow((document) => document.definition);
  const { reached, unreached } = readOutline(definition);
  const kinds = useKinds(from, undefined);
  const steps = [...reached, ...unreached].map(({ id, kind, step }): Pick => {
    const said = textsOf(step.text, language)[0]?.text ?? '';
    const name = flows.kinds[kind as keyof typeof flows.kinds] ?? flows.unknownKind;
    return {
      id: `step ${id}`,
      name: id,
      about: `${name} ${said}`.trim(),
      run: () => actions.connect(from, id),
    };
  });
  const nowhere: Pick = { id: 'open', name: way.nowhere, about: '', run: () => actions.connect(from, null) };
  const made = kinds.map((pick) => ({ ...pick, name: add.newStep(pick.name) }));
  return (
    <PickList
      title={way.title}
      label={way.label}
      picks={[...steps, ...made, nowhere]}
      onClose={actions.close}
    />
  );
}

function useKinds(from: Path | null, at: Point | undefined): readonly Pick[] {
  const { actions } = useEditor();
  const { flows } = useTexts();
  const { add } = useEditorTexts();
  return stepKinds.map((kind: StepKind) => ({
    id: `kind ${kind}`,
    name: flows.kinds[kind],
    about: add.purposes[kind],
    run: () => actions.addStep(kind, from, at),
  }));
}

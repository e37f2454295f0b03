import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type StepKind, stepSchemas } from '../../../../contract/flow.ts';
import { KindIcon } from '../../flows/canvas/KindIcon.tsx';
import { stepOf, stepPath } from '../document/document.ts';
import { faultsAt } from '../faults/fault-finder.ts';
import { type FieldName, type FieldSort, rareFields, stepFields } from '../fields.ts';
import { useEditor, useStep } from '../store/editor-context.ts';
import { FaultText } from './FaultText.tsx';
import { Field } from './Field.tsx';
import { JsonField } from './JsonField.tsx';
import { useFaults, useField } from './use-field.ts';
import { Warnings } from './Warnings.tsx';

/** Everything that a step says, to be filled in. */
export function StepForm({ id }: { readonly id: string }) {
  const step = useStep(id);
  const { actions, store } = useEditor();
  const { t } = useTranslation(['flows', 'editor']);
  const { all } = useFaults();
  if (!step) return null;
  const kind =
    typeof step.kind === 'string' && Object.hasOwn(stepSchemas, step.kind) ? (step.kind as StepKind) : null;
  const ownFaults = faultsAt(all, stepPath(id));
  const unknown =
    kind === null
      ? []
      : faultsAt(all, stepPath(id), { isWhole: true }).filter(({ path }) => isOfNoField(kind, path[3]));
  return (
    <>
      <header className="inspector-head">
        <KindIcon kind={kind ?? ''} />
        <h2 className="inspector-title" tabIndex={-1}>
          {kind === null ? t('unknownKind') : t(`kinds.${kind}`)} <bdi>{id}</bdi>
        </h2>
        <Button size="compact-sm" variant="default" onClick={() => actions.askToRename(id)}>
          {t('editor:menu.rename')}
        </Button>
      </header>
      {[...ownFaults, ...unknown].map((fault) => (
        <FaultText key={`${fault.path.join('.')} ${fault.message}`} fault={fault.message} />
      ))}
      <Warnings path={stepPath(id)} />
      {kind === null ? (
        <WholeStep id={id} />
      ) : (
        <Fields id={id} kind={kind} has={(field) => stepOf(store.document, id)?.[field] !== undefined} />
      )}
      <details>
        <summary>{t('editor:inspector.asJson')}</summary>
        <WholeStep id={id} />
      </details>
    </>
  );
}

function Fields({
  id,
  kind,
  has,
}: {
  readonly id: string;
  readonly kind: StepKind;
  readonly has: (field: string) => boolean;
}) {
  const { t } = useTranslation('editor');
  const fields = Object.entries(stepFields[kind]) as [FieldName, FieldSort][];
  const rare = fields.filter(([field]) => rareFields.has(field));
  const { all } = useFaults();
  const isAsked = rare.some(
    ([field]) => has(field) || faultsAt(all, stepPath(id, field), { isWhole: true }).length > 0,
  );
  const show = (some: typeof fields) =>
    some.map(([field, sort]) => <Field key={field} stepId={id} kind={kind} field={field} sort={sort} />);
  return (
    <>
      {show(fields.filter(([field]) => !rareFields.has(field)))}
      {rare.length > 0 && (
        <details open={isAsked || undefined}>
          <summary>{t('inspector.more')}</summary>
          <div className="inspector-more">{show(rare)}</div>
        </details>
      )}
    </>
  );
}

/** The step as it is written, for what no form says. */
function WholeStep({ id }: { readonly id: string }) {
  const { value, set } = useField(stepPath(id));
  const { t } = useTranslation('editor');
  return (
    <JsonField
      label={t('inspector.asJson')}
      value={value}
      rows={12}
      onChange={(next) => next !== undefined && set(next)}
    />
  );
}

function isOfNoField(kind: StepKind, field: string | number | undefined): boolean {
  return field !== undefined && !Object.hasOwn(stepFields[kind], field);
}

import { type FlowDocument, isObject, type Json, type Path, stepPath, stepsOf } from './document.ts';

/** A text of the flow in which something was found. */
export interface Found {
  readonly path: Path;
  /** The step that it is in; null for what belongs to the flow. */
  readonly stepId: string | null;
  readonly text: string;
  /** Names of steps and of variables are found, and changed by renaming alone. */
  readonly isName: boolean;
}

/** Finds ids, texts in every language, expressions, addresses and names, however they are written. */
export function findText(document: FlowDocument, wanted: string): readonly Found[] {
  const sought = wanted.trim().toLocaleLowerCase();
  if (sought === '') return [];
  const found: Found[] = [];
  const visit = (value: Json | undefined, path: Path, stepId: string | null): void => {
    if (typeof value === 'string') note({ path, stepId, text: value, isName: isNamePath(path) });
    else if (Array.isArray(value)) for (const [n, one] of value.entries()) visit(one, [...path, n], stepId);
    else if (isObject(value))
      for (const [key, one] of Object.entries(value)) {
        if (isNamedBy(path)) note({ path: [...path, key], stepId, text: key, isName: true });
        visit(one, [...path, key], stepId);
      }
  };
  const note = (one: Found) => {
    if (one.text.toLocaleLowerCase().includes(sought)) found.push(one);
  };
  const { title, triggers, variables } = document.definition;
  visit(title, ['definition', 'title'], null);
  visit(triggers, ['definition', 'triggers'], null);
  visit(variables, ['definition', 'variables'], null);
  for (const [id, step] of Object.entries(stepsOf(document))) {
    note({ path: stepPath(id), stepId: id, text: id, isName: true });
    visit(step, stepPath(id), id);
  }
  return found;
}

/** A text with every place of what was sought written otherwise. */
export function replaced(text: string, wanted: string, by: string): string {
  const escaped = wanted.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(escaped, 'giu'), () => by);
}

const nameKeys = new Set([
  'kind',
  'next',
  'otherwise',
  'flow',
  'step',
  'method',
  'type',
  'measures',
  'start',
]);

function isNamePath(path: Path): boolean {
  const key = String(path.at(-1));
  return (
    nameKeys.has(key) ||
    (key.startsWith('on') && /^on[A-Z]/.test(key)) ||
    key === 'saveAs' ||
    path.includes('share')
  );
}

/** Where keys are names of variables. */
function isNamedBy(path: Path): boolean {
  const key = path.at(-1);
  return key === 'assign' || key === 'saveAs' || key === 'variables' || key === 'input' || key === 'headers';
}

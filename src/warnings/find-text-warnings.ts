import type { FlowDefinition, Step } from '../contract/flow.ts';
import type { FlowFault } from '../engine/checks/fault.ts';

/** Texts that lack a language which others of the flow have. They are right: who speaks it reads another one. */
export function findTextWarnings(flow: FlowDefinition): FlowFault[] {
  const texts = Object.entries(flow.steps).flatMap(([id, step]) => textsIn(step, `steps.${id}`));
  const languages = [...new Set(texts.flatMap(({ written }) => written))].sort();
  return texts.flatMap(({ path, written }) => {
    const missing = languages.filter((language) => !written.includes(language));
    return missing.length === 0
      ? []
      : [
          {
            path,
            message: `is not written in ${missing.join(', ')}: who speaks that reads it in ${written[0]}`,
          },
        ];
  });
}

interface Written {
  readonly path: string;
  readonly written: readonly string[];
}

const textFields = new Set(['text', 'retryText', 'remindText', 'label']);

/** Texts that are written in several languages; one that is written once is meant for all. */
function textsIn(value: Step | object, path: string): Written[] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]): Written[] => {
    if (typeof item !== 'object' || item === null) return [];
    const at = `${path}.${key}`;
    if (textFields.has(key) && !Array.isArray(item)) return [{ path: at, written: Object.keys(item) }];
    return key === 'choices' || Array.isArray(value) ? textsIn(item, at) : [];
  });
}

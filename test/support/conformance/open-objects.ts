import { escaped } from './openapi-types.ts';

const state = ['status', 'flow', 'variables', 'attempts', 'handoff', 'history'];

function exported(schema: string): Readonly<Record<string, readonly string[]>> {
  const conversations = `/components/schemas/${schema}/properties/conversations/items`;
  return {
    [conversations]: [
      ...['conversationId', 'lastActivityAt', 'turns', 'largeMessages', 'files', 'runs', 'deadLetters'],
    ],
    [`${conversations}/properties/turns/items`]: ['turnId'],
    [`${conversations}/properties/files/items`]: ['fileId', 'status', 'url'],
    [`${conversations}/properties/runs/items`]: ['channel', 'run'],
    [`${conversations}/properties/runs/items/properties/run`]: ['id'],
  };
}

/**
 * Objects that may hold more than is told of them, with what is told, said a second time: there no exchange shows that a
 * field is left out. A state of the engine's is handed back as it came; a provider's report and an export say whatever
 * there is.
 */
const told: Readonly<Record<string, readonly string[]>> = {
  '/components/schemas/Delivery/anyOf/0': ['state', 'at', 'reason'],
  '/components/schemas/DraftTest/properties/state/anyOf/0': state,
  '/components/schemas/DraftTestResult/properties/state/anyOf/0': state,
  ...exported('PersonExport'),
  ...exported('ContactExport'),
};

/** In what the open objects of a document are told otherwise. */
export function openObjectsLack(document: object): readonly string[] {
  const found = new Map(openObjects(document, ''));
  const pointers = new Set([...found.keys(), ...Object.keys(told)]);
  return [...pointers].flatMap((pointer) => {
    const [is, should] = [found.get(pointer), told[pointer]].map((names) => names?.toSorted().join(', '));
    return is === should ? [] : [`${pointer} tells of ${is}, and should of ${should}`];
  });
}

function openObjects(node: unknown, pointer: string): (readonly [string, readonly string[]])[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, additionalProperties = false } = node as Readonly<Record<string, unknown>>;
  const isOpen = typeof properties === 'object' && properties !== null && additionalProperties !== false;
  return [
    ...(isOpen ? [[pointer, Object.keys(properties)] as const] : []),
    ...Object.entries(node).flatMap(([key, member]) =>
      /^examples?$/.test(key) ? [] : openObjects(member, `${pointer}/${escaped(key)}`),
    ),
  ];
}

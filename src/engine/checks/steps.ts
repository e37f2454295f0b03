import type { Step, StepKind, StepOf } from '../../contract/flow.ts';
import { nearest } from '../../contract/in-words.ts';
import { webAddress } from '../../contract/vocabulary.ts';
import { findDoubled } from '../../domain/tenant-folder.ts';
import type { VariableTypes } from '../expressions.ts';
import { hostOf, secretNames } from '../read-secrets.ts';
import type { CheckStep, Facts, FlowSurroundings } from './facts.ts';
import type { FlowFault } from './fault.ts';
import { checkQuestion } from './question.ts';
import {
  findAssignFaults,
  findBodyFaults,
  findExpressionFaults,
  findTemplateFaults,
  findTextFaults,
} from './texts.ts';

/** A wait has nothing that its schema and the graph don't check. */
const checkWait: CheckStep<'wait'> = () => [];

/** What is wrong with conditions. */
const checkBranch: CheckStep<'branch'> = ({ branches }, path, { types }) =>
  branches.flatMap(({ when }, n) => findExpressionFaults(`${path}.branches.${n}.when`, when, types));

/** What is wrong with an end. */
const checkEnd: CheckStep<'end'> = ({ text }, path, { types }) => findTextFaults(`${path}.text`, text, types);

/** What is wrong with assignments. */
const checkSet: CheckStep<'set'> = ({ assign }, path, { types }) =>
  findAssignFaults(`${path}.assign`, assign, types);

/** What is wrong with a call of another flow. */
const checkCall: CheckStep<'call'> = ({ flow, input, saveAs }, path, { types, surroundings }) => {
  const { flowIds } = surroundings;
  const near = flowIds && nearest(flow, [...flowIds]);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return [
    ...(flowIds && !flowIds.has(flow)
      ? [{ path: `${path}.flow`, message: `there is no flow ${flow}${hint}` }]
      : []),
    ...findAssignFaults(`${path}.input`, input, types),
    ...findAssignFaults(`${path}.saveAs`, saveAs, new Map([...types, ['result', 'map']])),
  ];
};

type Cards = NonNullable<StepOf<'message'>['cards']>;
type WrittenCard = Extract<Cards, readonly unknown[]>[number];

/** What is wrong with a message and its cards. */
const checkMessage: CheckStep<'message'> = ({ text, cards }, path, { types }) => [
  ...findTextFaults(`${path}.text`, text, types),
  ...(cards ? findCardsFaults(cards, `${path}.cards`, types) : []),
];

function findCardsFaults(cards: Cards, path: string, types: VariableTypes): FlowFault[] {
  if (Array.isArray(cards)) return cards.flatMap((card, n) => findCardFaults(card, `${path}.${n}`, types));
  const { from, ...card } = cards as Exclude<Cards, readonly unknown[]>;
  return [
    ...findExpressionFaults(`${path}.from`, from, types),
    ...findCardFaults(card, path, new Map([...types, ['item', 'dyn']])),
  ];
}

function findCardFaults(card: WrittenCard, path: string, types: VariableTypes): FlowFault[] {
  const { title, text, image, imageText, buttons = [] } = card;
  return [
    ...findTextFaults(`${path}.title`, title, types),
    ...findTextFaults(`${path}.text`, text, types),
    ...findTextFaults(`${path}.imageText`, imageText, types),
    ...findAddressFaults(`${path}.image`, image, types),
    ...buttons.flatMap(({ label, value, url }, n) => [
      ...findTextFaults(`${path}.buttons.${n}.label`, label, types),
      ...findTemplateFaults(`${path}.buttons.${n}.value`, value, types),
      ...findAddressFaults(`${path}.buttons.${n}.url`, url, types),
    ]),
  ];
}

/** What an address comes to that is made of variables is not known here. */
function findAddressFaults(path: string, address: string | undefined, types: VariableTypes): FlowFault[] {
  const faults = findTemplateFaults(path, address, types);
  if (address === undefined || faults.length > 0 || address.includes('{{')) return faults;
  return webAddress.safeParse(address).success
    ? []
    : [{ path, message: 'must be an address that begins with https:// or http://' }];
}

/** What is wrong with a handoff: a queue that is not there, fields that need each other, hours that end before they begin, unknown variables. */
const checkHandoff: CheckStep<'handoff'> = (step, path, { types, surroundings }) => [
  ...findTemplateFaults(`${path}.reason`, step.reason, types),
  ...findTextFaults(`${path}.text`, step.text, types),
  ...findQueueFaults(step, path, surroundings),
  ...findPairFaults(step, path),
  ...findHoursFaults(step, path),
  ...(step.share ?? []).flatMap((name, n) =>
    types.has(name) ? [] : [{ path: `${path}.share.${n}`, message: `there is no variable ${name}` }],
  ),
];

function findQueueFaults(
  { queue }: StepOf<'handoff'>,
  path: string,
  { queues }: FlowSurroundings,
): FlowFault[] {
  if (queue === undefined || !queues || queues.includes(queue)) return [];
  const message = `there is no queue ${queue}; the tenant has ${queues.join(', ')}`;
  return [{ path: `${path}.queue`, message }];
}

function findPairFaults(step: StepOf<'handoff'>, path: string): FlowFault[] {
  const pairs = [
    ['hours', 'onClosed'],
    ['onClosed', 'hours'],
    ['onTimeout', 'timeoutMinutes'],
  ] as const;
  return pairs.flatMap(([one, other]) =>
    step[one] !== undefined && step[other] === undefined
      ? [{ path: `${path}.${one}`, message: `does nothing without ${other}` }]
      : [],
  );
}

function findHoursFaults({ hours = {} }: StepOf<'handoff'>, path: string): FlowFault[] {
  return Object.entries(hours).flatMap(([day, ranges]) =>
    (ranges ?? []).flatMap((range, n) => {
      const [from = '', to = ''] = range.split('-');
      if (from < to) return [];
      const message = 'ends before it begins: a night is two ranges, until 24:00 and from 00:00';
      return [{ path: `${path}.hours.${day}.${n}`, message }];
    }),
  );
}

/** What is wrong with a question to a language model. */
const checkLlm: CheckStep<'llm'> = (step, path, { types, steps }) => [
  ...findToolFaults(step, path, { types, steps }),
  ...findTemplateFaults(`${path}.system`, step.system, types),
  ...findTemplateFaults(`${path}.prompt`, step.prompt, types),
  ...findUseFaults(step, path),
];

function findToolFaults(
  { tools = [] }: StepOf<'llm'>,
  path: string,
  { types, steps }: Pick<Facts, 'types' | 'steps'>,
): FlowFault[] {
  const doubled = new Set(findDoubled(tools.map(({ step }) => step)));
  return tools.flatMap(({ step, arguments: given = {} }, n) => {
    const at = `${path}.tools.${n}`;
    const kind = steps[step]?.kind;
    return [
      ...(kind !== undefined && kind !== 'http'
        ? [{ path: `${at}.step`, message: `is a step of kind ${kind}: a tool is an http step` }]
        : []),
      ...(doubled.has(n) ? [{ path: `${at}.step`, message: 'is a tool already' }] : []),
      ...Object.keys(given)
        .filter((name) => !types.has(name))
        .map((name) => ({ path: `${at}.arguments.${name}`, message: `there is no variable ${name}` })),
    ];
  });
}

function findUseFaults({ send, saveAs, output }: Parameters<CheckStep<'llm'>>[0], path: string): FlowFault[] {
  if (output && send) {
    return [
      {
        path: `${path}.send`,
        message: 'an answer with output is JSON: save it, and send a message made of it',
      },
    ];
  }
  if (output && saveAs === undefined) {
    return [{ path: `${path}.output`, message: 'the answer is not saved: set saveAs' }];
  }
  return send || saveAs !== undefined
    ? []
    : [{ path, message: 'the answer is neither sent nor saved: set send or saveAs' }];
}

/** Scheme, host and the slash after it, all literal: what a visitor says must not choose the host. */
const literalOrigin = /^https?:\/\/[^\s/\\?#@{}]+(?:[/?#]|$)/i;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Set by the engine or the connection. */
const reservedHeaders = new Set([
  'idempotency-key',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
]);

/** What is wrong with a call: its URL, headers, body and mapping. */
const checkHttp: CheckStep<'http'> = (step, path, { types, surroundings }) => {
  const withSecrets = new Map([...types, ['secrets', 'map']]);
  return [
    ...findUrlFaults(step, `${path}.url`, surroundings),
    ...findTemplateFaults(`${path}.url`, step.url, types),
    ...Object.entries(step.headers ?? {}).flatMap(([name, template]) => [
      ...findHeaderFaults(`${path}.headers.${name}`, name),
      ...findTemplateFaults(`${path}.headers.${name}`, template, withSecrets),
    ]),
    ...findSecretFaults(step, path, surroundings),
    ...findBodyFaults(`${path}.body`, step.body, types),
    ...findAssignFaults(`${path}.saveAs`, step.saveAs, new Map([...types, ['response', 'map']])),
    ...(step.method === 'GET' && step.body !== undefined
      ? [{ path: `${path}.body`, message: 'a GET has no body' }]
      : []),
  ];
};

function findUrlFaults(
  { url }: StepOf<'http'>,
  path: string,
  { refusedAddress }: FlowSurroundings,
): FlowFault[] {
  if (!literalOrigin.test(url))
    return [{ path, message: 'must begin with https:// and a host, written out' }];
  const [written = ''] = url.split('{{', 1);
  const refused = refusedAddress?.(written) ?? null;
  return refused === null ? [] : [{ path, message: `will fail: ${refused}` }];
}

/** A secret goes to the hosts that it is meant for, and nowhere else. */
function findSecretFaults(step: StepOf<'http'>, path: string, { secrets }: FlowSurroundings): FlowFault[] {
  if (!secrets) return [];
  const host = hostOf(step);
  return secretNames(step).flatMap((name) => {
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (secret?.hosts.includes(host)) return [];
    const message = secret
      ? `the secret ${name} is not meant for ${host}: "flow_secrets" of tenant.json says where it may be sent`
      : `there is no secret ${name} in "flow_secrets" of tenant.json`;
    return [{ path: `${path}.headers`, message }];
  });
}

function findHeaderFaults(path: string, name: string): FlowFault[] {
  if (!headerName.test(name)) return [{ path, message: 'is not a header name' }];
  if (reservedHeaders.has(name.toLowerCase()))
    return [{ path, message: "this header is not the flow's to set" }];
  return [];
}

const checks = {
  message: checkMessage,
  question: checkQuestion,
  set: checkSet,
  branch: checkBranch,
  http: checkHttp,
  llm: checkLlm,
  handoff: checkHandoff,
  call: checkCall,
  wait: checkWait,
  end: checkEnd,
} satisfies { [K in StepKind]: CheckStep<K> };

/** What is wrong with one step, taken by itself. */
export function findStepFaults(stepId: string, step: Step, facts: Facts): FlowFault[] {
  // The table pairs each kind with its own check; the compiler can't follow that through the index.
  const check = checks[step.kind] as CheckStep<StepKind>;
  return check(step, `steps.${stepId}`, facts);
}

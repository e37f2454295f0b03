import type { StepOf } from '../../contract/flow.ts';
import { webAddress } from '../../contract/vocabulary.ts';
import type { VariableTypes } from '../expressions.ts';
import type { CheckStep } from './facts.ts';
import type { FlowFault } from './fault.ts';
import { findExpressionFaults, findTemplateFaults, findTextFaults } from './texts.ts';

type Cards = NonNullable<StepOf<'message'>['cards']>;
type WrittenCard = Extract<Cards, readonly unknown[]>[number];

/** What is wrong with a message and its cards. */
export const checkMessage: CheckStep<'message'> = ({ text, cards }, path, { types }) => [
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

import { readButtons } from '../channels/replies/card-buttons.ts';
import { fitChoices } from '../channels/replies/fit-choices.ts';
import type { StepOf } from '../contract/flow.ts';
import type { FlowFault } from '../engine/checks/fault.ts';
import { chooseText, textsOf } from '../engine/templates.ts';
import { isLonger, standIn } from './find-choice-warnings.ts';
import { whatsApp } from './providers.ts';

type Cards = Extract<NonNullable<StepOf<'message'>['cards']>, readonly unknown[]>;
type Buttons = NonNullable<Cards[number]['buttons']>;

/** Buttons of cards that WhatsApp shows otherwise: as text, as addresses, or cut. */
export function findCardWarnings({ cards }: StepOf<'message'>, path: string): FlowFault[] {
  if (!Array.isArray(cards)) return [];
  return (cards as Cards).flatMap(({ buttons = [] }, n) =>
    aboutButtons(buttons, `${path}.cards.${n}.buttons`),
  );
}

function aboutButtons(buttons: Buttons, path: string): FlowFault[] {
  const { name, buttons: limits } = whatsApp;
  const { said, links } = readButtons({
    title: '',
    buttons: buttons.map(({ label, value, url }, n) => ({
      label: standIn(chooseText(label, undefined), n),
      ...(value !== undefined && { value: standIn(value, n) }),
      ...(url !== undefined && { url }),
    })),
  });
  if (said.length > 0 && !fitChoices(said, limits))
    return [
      { path, message: `${name} shows them as text that can't be pressed: two are the same, or empty` },
    ];
  const isWritten = links.length > (said.length > 0 ? 0 : 1);
  return [
    ...(isWritten ? [{ path, message: `${name} shows their links as addresses in the text` }] : []),
    ...buttons.flatMap(({ label, url }, n) =>
      isWritten && url !== undefined
        ? []
        : textsOf(label).flatMap(({ key, template }) =>
            isLonger(template, limits.titleChars)
              ? [
                  {
                    path: `${path}.${n}.label${key}`,
                    message: `is longer than the ${limits.titleChars} characters of a button: ${name} cuts it`,
                  },
                ]
              : [],
          ),
    ),
  ];
}

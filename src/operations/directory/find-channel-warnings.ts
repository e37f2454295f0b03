import { cloudApiLimits } from '../../channels/cloud-api/limits.ts';
import { quickReplyLimits } from '../../channels/contactcenter/payload.ts';
import { type ChoiceLimits, fitChoices } from '../../channels/replies/fit-choices.ts';
import type { FlowDefinition, Step, StepOf } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import { type ChannelName, type Choice, channelNames } from '../../contract/vocabulary.ts';
import type { FlowFault } from '../../engine/checks/fault.ts';
import { chooseText } from '../../engine/choose-text.ts';

/** What a channel shows choices with, the one it prefers first; web chat has no limit. @see design 5.3 */
const nativeChoices: Readonly<
  Partial<Record<ChannelName, readonly (ChoiceLimits & { readonly as: string })[]>>
> = {
  chatapp: [
    { ...cloudApiLimits.buttons, as: 'buttons' },
    { ...cloudApiLimits.list, as: 'a list' },
  ],
  'chatapp-360': [
    { ...cloudApiLimits.buttons, as: 'buttons' },
    { ...cloudApiLimits.list, as: 'a list' },
  ],
  contactcenter: [{ ...quickReplyLimits, as: 'quick replies' }],
};

/**
 * Questions whose choices a channel can't show as they are: as numbered text only, or with labels cut; and what a flow
 * says by itself when a chat app takes nothing any more.
 * @param channels those that run the flow; every channel by default
 * @see design 5.3
 */
export function findChannelWarnings(
  flow: FlowDefinition,
  channels: readonly ChannelName[] = channelNames,
): FlowFault[] {
  return Object.entries(flow.steps).flatMap(([id, step]) => [
    ...findLateWarnings(`steps.${id}`, step, channels),
    // What a list or a template comes to is not known here.
    ...(step.kind === 'question' && Array.isArray(step.choices)
      ? choicesByLanguage(step.choices).flatMap((choices) =>
          channels.flatMap((channel) => warningsOf(channel, `steps.${id}.choices`, choices)),
        )
      : []),
  ]);
}

const windowMinutes = limits.replyLifeMs / 60_000;

/** A chat app takes replies for 24 hours after the user's last message. */
function findLateWarnings(path: string, step: Step, channels: readonly ChannelName[]): FlowFault[] {
  const waits: Record<string, number | undefined> =
    step.kind === 'wait'
      ? { minutes: step.minutes }
      : step.kind === 'question'
        ? { remindAfterMinutes: step.remindAfterMinutes, silenceAfterMinutes: step.silenceAfterMinutes }
        : {};
  const chatApps = channels.filter((channel) => channel === 'chatapp' || channel === 'chatapp-360');
  return Object.entries(waits).flatMap(([field, minutes = 0]) =>
    minutes < windowMinutes
      ? []
      : chatApps.map((channel) => ({
          path: `${path}.${field}`,
          message: `${channel} takes nothing more 24 hours after the user's last message`,
        })),
  );
}

type Written = Extract<NonNullable<StepOf<'question'>['choices']>, readonly unknown[]>;
type Choices = readonly Choice[];

/** The choices as they are read in each language; once, when there is only one. */
function choicesByLanguage(choices: Written): Choices[] {
  const languages = new Set(
    choices.flatMap(({ label }) => (typeof label === 'string' ? [] : Object.keys(label))),
  );
  const inOne = (language: string | undefined) =>
    choices.map(({ label, value }) => ({ label: chooseText(label, language), value }));
  return languages.size === 0 ? [inOne(undefined)] : [...languages].map(inOne);
}

function warningsOf(channel: ChannelName, path: string, choices: Choices): FlowFault[] {
  const ways = nativeChoices[channel] ?? [];
  const last = ways.at(-1);
  if (!last) return [];
  const way = ways.find((limits) => fitChoices(choices, limits));
  if (!way) {
    return [{ path, message: `${channel} shows them as numbered text: ${whyNot(choices, last)}` }];
  }
  const cut = choices
    .filter(({ label }) => label.trim().length > way.titleChars)
    .map(({ label }) => `"${label}"`);
  if (cut.length === 0) return [];
  return [
    {
      path,
      message: `${channel} shows them as ${way.as} and cuts ${cut.join(', ')} to ${way.titleChars} characters`,
    },
  ];
}

function whyNot(
  choices: Choices,
  { as, count, valueChars, titleChars }: ChoiceLimits & { readonly as: string },
): string {
  if (choices.length > count) return `there are ${choices.length}, ${as} may have ${count}`;
  if (choices.some(({ value }) => value.length > valueChars))
    return `a value is longer than ${valueChars} characters`;
  return `two are the same, or a label is empty, within ${titleChars} characters`;
}

import type { FlowDefinition, Step } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { type ChannelName, channelNames } from '../contract/vocabulary.ts';
import type { FlowFault } from '../engine/checks/fault.ts';
import { findCardWarnings } from './find-card-warnings.ts';
import { findChoiceWarnings } from './find-choice-warnings.ts';
import { providers, whatsApp } from './providers.ts';

/**
 * What channels show otherwise than it is written, and what a flow says by itself when WhatsApp takes nothing any more.
 * @param channels those that run the flow; every channel by default
 * @see design 5.3
 */
export function findChannelWarnings(
  flow: FlowDefinition,
  channels: readonly ChannelName[] = channelNames,
): FlowFault[] {
  const met = providers.filter((provider) => provider.channels.some((one) => channels.includes(one)));
  const isOnWhatsApp = met.some(({ name }) => name === whatsApp.name);
  return Object.entries(flow.steps).flatMap(([id, step]) => {
    const path = `steps.${id}`;
    return [
      ...(isOnWhatsApp ? findLateWarnings(path, step) : []),
      ...(isOnWhatsApp && step.kind === 'message' ? findCardWarnings(step, path) : []),
      ...(step.kind === 'question'
        ? met.flatMap((provider) => findChoiceWarnings(step, path, provider))
        : []),
    ];
  });
}

const windowMinutes = limits.replyLifeMs / 60_000;

/** A chat app takes replies for 24 hours after the user's last message. */
function findLateWarnings(path: string, step: Step): FlowFault[] {
  const waits: Record<string, number | undefined> =
    step.kind === 'wait'
      ? { minutes: step.minutes }
      : step.kind === 'question'
        ? { remindAfterMinutes: step.remindAfterMinutes, silenceAfterMinutes: step.silenceAfterMinutes }
        : {};
  return Object.entries(waits).flatMap(([field, minutes = 0]) =>
    minutes < windowMinutes
      ? []
      : [
          {
            path: `${path}.${field}`,
            message: "WhatsApp takes nothing more 24 hours after the visitor's last message",
          },
        ],
  );
}

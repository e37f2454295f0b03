import type { FlowDefinition } from '../contract/flow.ts';
import type { ChannelName } from '../contract/vocabulary.ts';
import type { FlowFault } from '../engine/checks/fault.ts';
import { findChannelWarnings } from './find-channel-warnings.ts';
import { findCostWarnings } from './find-cost-warnings.ts';
import { findTextWarnings } from './find-text-warnings.ts';
import { findTimeWarnings } from './find-time-warnings.ts';

/**
 * What is allowed and yet not what a flow's author may expect.
 * @param channels those that run the flow; every channel by default
 */
export function findFlowWarnings(flow: FlowDefinition, channels?: readonly ChannelName[]): FlowFault[] {
  return [...findWritingWarnings(flow, channels), ...findTimeWarnings(flow)];
}

/** The part of it that is told while somebody writes: every look-up may take its time, which is for the last check. */
export function findWritingWarnings(flow: FlowDefinition, channels?: readonly ChannelName[]): FlowFault[] {
  return [...findChannelWarnings(flow, channels), ...findCostWarnings(flow), ...findTextWarnings(flow)];
}

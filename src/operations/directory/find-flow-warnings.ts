import type { FlowDefinition } from '../../contract/flow.ts';
import type { ChannelName } from '../../contract/vocabulary.ts';
import type { FlowFault } from '../../engine/checks/fault.ts';
import { findCostWarnings } from '../../engine/find-cost-warnings.ts';
import { findChannelWarnings } from './find-channel-warnings.ts';
import { findTimeWarnings } from './find-time-warnings.ts';

/**
 * What is allowed and yet not what a flow's author may expect.
 * @param channels those that run the flow; every channel by default
 */
export function findFlowWarnings(flow: FlowDefinition, channels?: readonly ChannelName[]): FlowFault[] {
  return [...findChannelWarnings(flow, channels), ...findTimeWarnings(flow), ...findCostWarnings(flow)];
}

import { background } from '../../src/lambda/background.ts';
import type { GatewayReplacements } from '../../src/lambda/compose.ts';
import { composeGateway } from '../../src/lambda/compose.ts';
import { createHandler as createWith } from '../../src/lambda/create-handler.ts';
import { webChatStrategy } from '../../src/lambda/web-chat-operations.ts';
import { webhookStrategies } from '../../src/lambda/webhook-operations.ts';

type Environment = Parameters<typeof createWith>[1];

/** The handler of all four channels, queues and the schedule, as `src/handler.ts` composes it. */
export const createHandler = (env: Environment, replace: GatewayReplacements = {}) =>
  createWith([webChatStrategy, ...webhookStrategies], env, {
    compose: () => composeGateway(env, replace),
    background,
  });

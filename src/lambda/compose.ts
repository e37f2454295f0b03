import { createAwsClients } from '../aws/clients.ts';
import { CacheVersions } from '../aws/items.ts';
import { channelAccounts } from '../operations/directory/find-account.ts';
import type { Gateway, VisitorGateway } from '../operations/gateway.ts';
import * as ports from './ports.ts';

/** What a test, or a preview of a flow, may replace. */
export type GatewayReplacements<P = Gateway> = ports.Replacements<P> & {
  /** Due conversations read at a time. */
  readonly duePage?: number;
};

/**
 * Wires the ports of visitors' own requests to AWS from the environment; calls nothing yet.
 * @throws Error that names the settings missing
 */
export function composeVisitorGateway(
  env: ports.Environment,
  replace: GatewayReplacements<VisitorGateway> = {},
): VisitorGateway {
  const { nowMs = Date.now, duePage: pageSize } = replace;
  const cacheVersions = new CacheVersions(nowMs);
  return ports.portsOf<VisitorGateway>(
    env,
    {
      ...ports.turnPorts,
      // Only some of these functions have files.
      addresses: (context) => ports.addresses(context, context.setting('FILES_BUCKET', '')),
      admissions: ports.admissions,
      allowance: ports.allowance,
      answeringTeams: ports.answeringTeams,
      conversations: (context) => ports.conversations(context, { cacheVersions, pageSize, nowMs }),
      directory: (context) => ports.directory(context, cacheVersions),
      llm: ports.llm,
      mailAllowance: ports.mailAllowance,
      mailQueue: ports.mailQueue,
      mails: ports.mails,
      pollAllowance: ports.pollAllowance,
      refusals: ports.refusals,
      secrets: (context) => ports.secrets(context, cacheVersions),
      sessionAllowance: ports.sessionAllowance,
      sightings: ports.widgetSightings,
      tokens: ports.tokens,
    },
    replace,
  );
}

/**
 * Wires all ports to AWS from the environment; calls nothing yet.
 * @throws Error that names the settings missing
 */
export function composeGateway(env: ports.Environment, replace: GatewayReplacements = {}): Gateway {
  const clients = replace.clients ?? createAwsClients(env, replace.requestHandler);
  const visitors = composeVisitorGateway(env, { ...replace, clients });
  return {
    ...visitors,
    ...ports.portsOf<Omit<Gateway, keyof VisitorGateway | 'accounts'>>(
      env,
      {
        centerLinks: ports.centerLinks,
        cursors: ports.cursors,
        deliveries: ports.deliveries,
        feed: ports.feed,
        guesses: ports.guesses,
        health: ports.health,
        largeMessages: ports.largeMessages,
        loads: ports.loads,
        pacing: ports.pacing,
        people: ports.people,
        received: ports.received,
        replyQueue: ports.replyQueue,
        runs: ports.runs,
        sendingSecrets: ports.sendingSecrets,
        templates: ports.templates,
        verifyTokens: ports.verifyTokens,
        visibility: ports.visibility,
        waiting: ports.waiting,
      },
      { ...replace, clients },
    ),
    accounts: channelAccounts(visitors.directory, visitors.secrets),
  };
}

import { CfnResource } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { eventSource } from '../../src/contract/vocabulary.ts';
import type { GatewayFunction } from './gateway-function.ts';
import type { Resources } from './permissions.ts';
import { publisherTag } from './publisher-tag.ts';

/**
 * Has the bus refuse events in the gateway's name from all but the roles of its functions that tell of turns, whatever
 * their own policies allow: who answers by an event is told so at once. Those roles are known by a tag. It comes in the
 * stack behind theirs, and after the roles of this one: whoever is not tagged yet could not tell of anything.
 * @see handoff.md 2.3, https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-conditions.html
 */
export function refuseImpostors(
  scope: Construct,
  { bus, stage }: Pick<Resources, 'bus' | 'stage'>,
  functions: readonly GatewayFunction[],
): void {
  const statementId = 'OnlyTheGatewayTellsOfItself';
  const statement = new PolicyStatement({
    sid: statementId,
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['events:PutEvents'],
    resources: [bus.eventBusArn],
    conditions: {
      // Of any entry of a call.
      'ForAnyValue:StringEquals': { 'events:source': eventSource },
      StringNotEquals: { [`aws:PrincipalTag/${publisherTag}`]: stage.prefix },
    },
  });
  // Of the class of its own, cdk-nag reads a deprecated property, with a warning at each synthesis.
  const policy = new CfnResource(scope, 'BusPolicy', {
    type: 'AWS::Events::EventBusPolicy',
    properties: {
      EventBusName: bus.eventBusName,
      StatementId: statementId,
      Statement: statement.toStatementJson(),
    },
  });
  policy.node.addDependency(...functions.map(({ role }) => role));
}

import { expect, it } from 'vitest';
import { addresses, resourcesOf, synthesize } from './synthesize.ts';
import { faultsOf, type TemplateJson } from './template-faults.ts';

const { templates, findings } = synthesize('prod', {
  ...addresses,
  visitor: { tenantId: 'visitor', widgetId: 'visitor' },
});
const ofVisitor = (type: string) =>
  resourcesOf(templates.observability, type).filter(({ id }) => id.startsWith('Visitor'));

it('there is no synthetic visitor until its tenant is named', () => {
  const { templates: without } = synthesize('prod', addresses);
  expect(JSON.stringify(without.observability.toJSON())).not.toMatch(
    /gateway-prod-visitor|synthetic visitor/,
  );
});

it('the visitor runs each minute by the public address, and reads the tokens of the handshake', () => {
  expect(findings).toEqual([]);
  expect(faultsOf(templates.observability.toJSON() as TemplateJson)).toEqual([]);
  expect(ofVisitor('AWS::Scheduler::Schedule')).toMatchObject([
    { properties: { ScheduleExpression: 'rate(1 minute)' } },
  ]);
  const [visitor] = ofVisitor('AWS::Lambda::Function');
  expect(visitor?.properties).toMatchObject({
    FunctionName: 'gateway-prod-visitor',
    Runtime: 'nodejs24.x',
    Environment: { Variables: { VISITOR_TENANT: 'visitor', BASE_URL: expect.anything() } },
  });
  const actions = ofVisitor('AWS::IAM::Policy').flatMap(({ properties }) =>
    properties.PolicyDocument.Statement.flatMap(({ Action }: { Action: string | string[] }) => Action),
  );
  expect(actions.sort()).toEqual([
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'secretsmanager:GetSecretValue',
  ]);
});

it('its failure and its silence are alarms', () => {
  const alarms = resourcesOf(templates.observability, 'AWS::CloudWatch::Alarm')
    .filter(({ id }) => id.startsWith('visitor'))
    .map(({ properties }) => [properties.MetricName, properties.TreatMissingData]);
  expect(alarms.sort()).toEqual([
    ['Errors', 'notBreaching'],
    ['Invocations', 'breaching'],
  ]);
});

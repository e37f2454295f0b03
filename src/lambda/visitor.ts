import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { createSecretsClient } from '../aws/clients.ts';
import { createLog } from '../aws/cloudwatch-log.ts';
import { readSecretText } from '../aws/deployment-secrets.ts';
import { visitGateway } from '../clients/visit-gateway.ts';
import { lambdaEntry } from '../middleware/lambda-entry.ts';

const required = z.string().check(z.minLength(1));
const settings = z.object({
  BASE_URL: required,
  VISITOR_TENANT: required,
  VISITOR_WIDGET: required,
  WEBHOOK_VERIFY_TOKENS_ARN: required,
  POWERTOOLS_SERVICE_NAME: required,
});

/**
 * The synthetic visitor: writes to the gateway by its public address, each minute.
 * @throws Error that names the steps that failed: the function's errors are what the alarm counts
 */
async function visit(): Promise<void> {
  const env = settings.parse(process.env);
  const log = createLog(env.POWERTOOLS_SERVICE_NAME);
  const tokens = await readSecretText(createSecretsClient(process.env), env.WEBHOOK_VERIFY_TOKENS_ARN);
  const steps = await visitGateway({
    baseUrl: env.BASE_URL,
    tenant: { tenantId: env.VISITOR_TENANT, widgetId: env.VISITOR_WIDGET },
    verifyToken: tokens?.split(',')[0]?.trim() ?? null,
    fetch,
    newUuid: randomUUID,
    nowMs: Date.now,
  });
  for (const step of steps) log.info('the gateway is visited', { ...step });
  const failed = steps.filter(({ fault }) => fault !== null);
  if (failed.length > 0) throw new Error(failed.map(({ step, fault }) => `${step}: ${fault}`).join('; '));
}

/** Entry of the synthetic visitor's function. */
export const handler = lambdaEntry(visit, []);

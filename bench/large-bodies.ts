#!/usr/bin/env node
import { loadavg } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createAwsClients } from '../src/aws/clients.ts';
import { functionTimeoutMs } from '../src/contract/function-settings.ts';
import { cloudApiBody, signatureOf, textMessage } from '../test/support/cloud-api.ts';
import { createHandler } from '../test/support/create-handler.ts';
import { httpEvent, lambdaContext } from '../test/support/http-event.ts';
import { inRounds } from '../test/support/in-rounds.ts';
import { startTestStack } from '../test/support/start-stack.ts';

/**
 * Measures what a webhook body of a thousand messages takes of the function's time: the chain of its calls, each with a
 * latency like DynamoDB's, and the processor time of the function's own thread at a Lambda's share of a processor.
 */
const messages = 1_000;
const latencyMs = 10;
/** 512 MB of the 1,769 that are a whole processor. @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const share = 512 / 1_769;
const usersAtATime = [1, 50, 1_000];

interface Measured {
  readonly statusCode: number;
  readonly calls: number;
  readonly chain: number;
  readonly cpuMs: number;
}

async function measure(env: NodeJS.ProcessEnv, users: number): Promise<Measured> {
  const { requestHandler, rounds } = inRounds(latencyMs);
  const handler = createHandler(env, {
    clients: createAwsClients({ ...env, PATIENCE: '20' }, requestHandler),
  });
  const context = { ...lambdaContext, getRemainingTimeInMillis: () => 120_000 };
  const deliver = async (many: number, group: string) => {
    const texts = Array.from({ length: many }, (_, n) => textMessage(`${group}${n % users}`, `${n}`));
    const body = cloudApiBody({ messages: texts });
    const headers = { 'x-hub-signature-256': signatureOf(body) };
    return handler(httpEvent('POST', '/v1/webhooks/chatapp-a', { headers, body }), context);
  };
  // An environment that has served before.
  for (let n = 0; n < 20; n += 1) await deliver(20, `49150${users}00`);
  rounds.length = 0;
  const before = process.threadCpuUsage();
  const { statusCode } = (await deliver(messages, `49151${users}00`)) as { statusCode: number };
  const { user, system } = process.threadCpuUsage(before);
  return { statusCode, calls: rounds.flat().length, chain: rounds.length, cpuMs: (user + system) / 1_000 };
}

function inThread(env: Readonly<Record<string, string | undefined>>, users: number): Promise<Measured> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { env: { ...env }, users },
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
  });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

if (isMainThread) {
  const stack = await startTestStack({ background: false });
  const halfMs = functionTimeoutMs.webhook / 2;
  console.log(`load ${loadavg()[0]?.toFixed(1)}; half of the function's time is ${halfMs / 1_000} s`);
  for (const users of usersAtATime) {
    const { statusCode, calls, chain, cpuMs } = await inThread(stack.env, users);
    const seconds = (chain * latencyMs + cpuMs / share) / 1_000;
    console.log(
      `${messages} messages of ${users} users: ${statusCode}, ${calls} calls, ${chain} one after the other, ` +
        `${cpuMs.toFixed(0)} ms of processor time: ${seconds.toFixed(1)} s at ${latencyMs} ms a call and ${(100 * share).toFixed(0)} % of a processor`,
    );
  }
  await stack.stop();
} else {
  parentPort?.postMessage(await measure(workerData.env, workerData.users));
}

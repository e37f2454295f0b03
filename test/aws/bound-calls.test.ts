import { setImmediate as nextRound } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createAwsClients, withDeadline } from '../../src/aws/clients.ts';
import { type Fault, watchCalls } from '../support/watched-calls.ts';

/** A client whose calls fail, and a call that nobody waits for. */
function startCall(fault: Fault) {
  const watched = watchCalls();
  watched.breakCall = () => {
    call.attempts += 1;
    return fault;
  };
  const env = { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  const { dynamodb } = createAwsClients(env, watched.requestHandler);
  const call = { attempts: 0, ended: false, name: '' };
  const send = () => {
    dynamodb.send(new GetCommand({ TableName: 'table', Key: {} })).catch((error: Error) => {
      call.ended = true;
      call.name = error.name;
    });
    // The call is on its way.
    return new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { send, call };
}

describe('a call in progress when its invocation has its answer', () => {
  it.each(['hanging', 'throttled'] as const)('ends before the answer is returned: %s', async (fault) => {
    const { send, call } = startCall(fault);
    await withDeadline(60_000, send);
    await nextRound();
    expect(call).toMatchObject({ ended: true, name: 'TemporarilyUnavailableError' });
  });

  it('ends too when it had a timeout of its own', async () => {
    const { send, call } = startCall('hanging');
    await withDeadline(60_000, async () => {
      void withDeadline(
        30_000,
        () => new Promise((_, reject) => void send().then(() => setTimeout(reject, 5))),
      ).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await nextRound();
    // Called off, not given up three times after a second each.
    expect(call).toMatchObject({ ended: true, attempts: 1 });
  });

  it('ends before a failure is returned', async () => {
    const { send, call } = startCall('hanging');
    const failing = withDeadline(60_000, async () => {
      await send();
      throw new Error('another one failed');
    });
    await expect(failing).rejects.toThrow('another one failed');
    await nextRound();
    expect(call.ended).toBe(true);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog, createMetrics, inOneLine } from '../../src/aws/cloudwatch-log.ts';
import { type CapturedLines, captureLines, metricsIn } from '../support/captured-lines.ts';

let captured: CapturedLines;
beforeEach(() => {
  captured = captureLines();
});
afterEach(() => captured.stop());

const said = () => captured.log().map(({ message, after }) => [after ?? [], message]);

describe('the log of one request', () => {
  it('is one line with its metrics, each with its own dimensions', async () => {
    const log = createLog('webchat');
    const metrics = createMetrics('test');
    await inOneLine(async () => {
      metrics.count('MessagesProcessed', { channel: 'webchat', tenantId: 'acme' });
      metrics.time('TurnMs', { channel: 'webchat', tenantId: 'acme' }, 12);
      log.info('a turn is committed', { tenantId: 'acme', correlationId: 'c', replies: 2 });
      await Promise.resolve();
      log.info('a request is answered', { tenantId: 'acme', correlationId: 'c', status: 200, ms: undefined });
      metrics.count('RequestsRefused', { operation: 'post', code: 'c' });
    });
    expect(captured.text().trim().split('\n')).toHaveLength(1);
    const [line] = captured.log();
    expect(line).toMatchObject({
      level: 'INFO',
      message: 'a request is answered',
      after: ['a turn is committed'],
      ...{ tenantId: 'acme', channel: 'webchat', operation: 'post', replies: 2, status: 200 },
      ...{ MessagesProcessed: 1, TurnMs: 12, RequestsRefused: 1 },
    });
    expect(metricsIn(line).map(({ name, dimensionSets }) => [name, dimensionSets])).toEqual([
      ['MessagesProcessed', [['channel']]],
      ['TurnMs', [['channel']]],
      ['RequestsRefused', [['operation', 'code']]],
    ]);
  });

  it('is written as the library writes a log outside of requests', async () => {
    const text = 'größer\u2028"\\';
    const fields = { tenantId: 'acme', text, empty: '', none: null, unknown: undefined, zero: 0, no: false };
    const log = createLog('webchat');
    vi.stubEnv(
      '_X_AMZN_TRACE_ID',
      'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1',
    );
    log.info('a turn is committed', fields);
    await inOneLine(async () => log.info('a turn is committed', fields));
    vi.unstubAllEnvs();
    const [alone, line] = captured.log().map(({ timestamp: _, ...rest }) => rest);
    expect(line).toEqual(alone);
    expect(line).toMatchObject({ xray_trace_id: '1-5759e988-bd862e3fe1be46a994272793', zero: 0 });
  });

  it("is split where one line can't hold it: two replies, two channels, twice the same metric", async () => {
    const log = createLog('outbound');
    const metrics = createMetrics('test');
    await inOneLine(async () => {
      log.info('a reply is sent', { replyId: 'one' });
      log.info('a reply is sent', { replyId: 'two' });
      metrics.count('RepliesSent', { channel: 'chatapp' });
      metrics.count('RepliesSent', { channel: 'chatapp' });
      metrics.count('RepliesFailed', { channel: 'contactcenter' });
    });
    expect(captured.log().map(({ replyId }) => replyId)).toEqual(['one', 'two']);
    expect(
      captured
        .metrics()
        .flatMap((line) => metricsIn(line).map(({ name }) => name))
        .sort(),
    ).toEqual([...['RepliesFailed', 'RepliesSent', 'RepliesSent']]);
    const contradicted = captured.metrics().find((line) => 'RepliesFailed' in line);
    expect(contradicted).toMatchObject({ channel: 'contactcenter' });
  });

  it('leaves out a message that a later one implies, and the answer where its fields suffice', async () => {
    const log = createLog('webchat');
    await inOneLine(async () => {
      log.info('a message is received', { correlationId: 'c' });
      log.info('a turn is committed', { replies: 2 });
      log.info('a turn is settled', { events: 1 }, { insteadOf: 'a turn is committed' });
      log.info('a request is answered', { status: 200 }, 'if-alone');
    });
    await inOneLine(async () => log.info('a request is answered', { status: 204 }, 'if-alone'));
    expect(said()).toEqual([
      [['a message is received'], 'a turn is settled'],
      [[], 'a request is answered'],
    ]);
    expect(captured.log()).toMatchObject([{ replies: 2, events: 1, status: 200 }, { status: 204 }]);
  });

  it('has a line of its own for the answer when the earlier lines belong to another request', async () => {
    const log = createLog('webchat');
    await inOneLine(async () => {
      log.info('requests were refused', { correlationId: 'a', status: 429 });
      log.info('a request is answered', { correlationId: 'b', status: 200 }, 'if-alone');
    });
    expect(said()).toEqual([
      [[], 'requests were refused'],
      [[], 'a request is answered'],
    ]);
  });

  it('never includes lines of concurrent requests', async () => {
    const log = createLog('worker');
    await Promise.all(
      ['a', 'b'].map((correlationId) =>
        inOneLine(async () => {
          log.info('a turn is committed', { correlationId });
          await Promise.resolve();
          log.info('a turn is settled', { correlationId });
        }),
      ),
    );
    log.info('outside of both');
    expect(said()).toEqual([
      [['a turn is committed'], 'a turn is settled'],
      [['a turn is committed'], 'a turn is settled'],
      [[], 'outside of both'],
    ]);
    expect(captured.log().map(({ correlationId }) => correlationId)).toEqual(['a', 'b', undefined]);
  });

  it('is written when the work fails, warnings and errors before it', async () => {
    const log = createLog('worker');
    const work = inOneLine(async () => {
      log.info('a turn is committed');
      log.error('a step failed', new Error('why'));
      throw new Error('broken');
    });
    await expect(work).rejects.toThrow('broken');
    expect(said()).toEqual([
      [[], 'a step failed'],
      [[], 'a turn is committed'],
    ]);
    // A line of level INFO is known by its log group.
    expect(captured.log().map(({ service }) => service)).toEqual(['worker', undefined]);
  });

  it('leaves out its metrics where the level suppresses the line, or nothing was logged', async () => {
    const metrics = createMetrics('test');
    process.env.POWERTOOLS_LOG_LEVEL = 'ERROR';
    const log = createLog('webchat');
    await inOneLine(async () => {
      log.info('a request is answered');
      metrics.time('TurnMs', { channel: 'webchat' }, 3);
    });
    expect(captured.log()).toEqual([]);
    expect(captured.metrics()).toMatchObject([{ TurnMs: 3, channel: 'webchat' }]);
    // An invocation without metrics or words leaves nothing.
    await inOneLine(async () => undefined);
    expect(captured.text().trim().split('\n')).toHaveLength(1);
  });
});

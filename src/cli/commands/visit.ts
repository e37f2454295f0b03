import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { type VisitedStep, visitGateway } from '../../clients/visit-gateway.ts';
import { prefixOf, stageName } from '../../contract/stage-settings.ts';
import { deployedNames } from '../deployed-names.ts';
import { ReportedFailure, UsageError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand } from '../new-command.ts';
import { type VisitedFunction, visitFunctions } from '../visit-functions.ts';

interface Options extends JsonOption {
  readonly url: string;
  readonly tenant?: string;
  readonly widget?: string;
  readonly stage?: string;
}

/** `visit` */
export function visit(io: Io): Command {
  return newCommand('visit', 'write to a gateway as a visitor and a provider would, and say what answers', [
    'visit --url https://api.example.com --tenant visitor --widget visitor',
    'visit --url https://abc123.execute-api.eu-central-1.amazonaws.com',
    'visit --url https://abc123.execute-api.eu-central-1.amazonaws.com --stage prod',
    'visit --url http://127.0.0.1:3000 --tenant acme --widget acme-web --json',
  ])
    .requiredOption('--url <base>', 'the public address of the API: the output BaseUrl of a deployment')
    .option(
      '--tenant <id>',
      'where a conversation is begun; without it every function is asked for a refusal',
    )
    .option('--widget <id>', 'the widget of that tenant')
    .option('--stage <name>', 'runs the functions of that stage, too, that no address leads to')
    .addHelpText(
      'after',
      '\nEach function behind the API runs once; that needs no AWS credentials. With --stage the others run, too, with yours,\neach with an event that changes nothing. With GATEWAY_VERIFY_TOKEN in the environment\nthe handshake of the chat app is to succeed, without it to be refused. The exit code is 1 when a step is not as it should be.',
    )
    .action(async ({ url, tenant, widget, stage, json }: Options) => {
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
        throw new UsageError(`"${url}" is no web address.`);
      if ((tenant === undefined) !== (widget === undefined))
        throw new UsageError('--tenant and --widget belong together.');
      if (stage !== undefined && !stageName.safeParse(stage).success)
        throw new UsageError(`"${stage}" can't be a stage.`);
      const reached = await visitGateway({
        baseUrl: url.replace(/\/+$/, ''),
        tenant: tenant && widget ? { tenantId: tenant, widgetId: widget } : null,
        verifyToken: io.env.GATEWAY_VERIFY_TOKEN || null,
        fetch,
        newUuid: randomUUID,
        nowMs: io.nowMs,
      });
      const steps = [...reached, ...(stage === undefined ? [] : await runOthers(stage, io))];
      printResult(io, json, steps.map(lineOf).join('\n'), { steps });
      if (steps.some(({ fault }) => fault !== null))
        throw new ReportedFailure('the gateway is not as it should be');
    });
}

async function runOthers(stage: string, io: Io): Promise<readonly VisitedFunction[]> {
  // An SDK client that few commands wait for.
  const { FunctionInvoker } = await import('../../aws/function-invoker.ts');
  const invoker = new FunctionInvoker(io.env);
  return visitFunctions(deployedNames(prefixOf(stage)), {
    invoke: (name, event) => invoker.invoke(name, event),
    nowMs: io.nowMs,
  });
}

function lineOf({ step, ms, fault }: VisitedStep | VisitedFunction): string {
  return `${fault === null ? 'ok  ' : 'FAIL'} ${step.padEnd(12)} ${String(ms).padStart(5)} ms${fault === null ? '' : `  ${fault}`}`;
}

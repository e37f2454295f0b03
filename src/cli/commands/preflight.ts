import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { parseStage, type Stage, stageName } from '../../contract/stage-settings.ts';
import { readJsonFile } from '../../operations/directory/read-json-file.ts';
import { CommandError, ReportedFailure, UsageError } from '../errors.ts';
import { explainError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand } from '../new-command.ts';
import { accountCheck, executionsCheck, stacksCheck } from '../preflight/account-checks.ts';
import type { Check, Finding } from '../preflight/finding.ts';
import { regionCheck } from '../preflight/region-check.ts';
import {
  alarmCheck,
  domainsCheck,
  mailCheck,
  modelsCheck,
  signInCheck,
} from '../preflight/service-checks.ts';

interface Options extends JsonOption {
  readonly stage: string;
  readonly settings: string;
}

const settingsFile = z.object({ context: z.object({ stages: z.record(z.string(), z.unknown()) }) });

/** `preflight` */
export function preflight(io: Io): Command {
  return newCommand(
    'preflight',
    'read whether a stage can be deployed, and say what would fail and how to mend it',
    ['preflight --stage prod', 'preflight --stage dev --json'],
  )
    .requiredOption('--stage <name>', 'the stage of cdk.json that is to be deployed')
    .option('--settings <file>', 'the file with the settings of the stages', 'cdk.json')
    .addHelpText(
      'after',
      '\nIt reads with your AWS credentials and writes nothing. The exit code is 1 when something would fail.',
    )
    .action(async ({ stage: name, settings, json }: Options) => {
      if (!stageName.safeParse(name).success) throw new UsageError(`"${name}" can't be a stage.`);
      const stage = await readStage(name, settings, io.env.AWS_REGION);
      const region = stage.region ?? io.env.AWS_REGION;
      if (!region)
        throw new CommandError('There is no AWS region.', 'Set `region` in cdk.json, or AWS_REGION.');
      const findings = await run(await checksOf(stage, region, io));
      printResult(io, json, textOf(findings), { stage: name, region, findings });
      if (findings.some(({ level }) => level === 'fail'))
        throw new ReportedFailure('a deployment would fail');
    });
}

/** @throws CommandError, ConfigurationFileError that says which setting is wrong */
async function readStage(name: string, file: string, region: string | undefined): Promise<Stage> {
  if (!existsSync(file))
    throw new CommandError(
      `There is no file ${file}, which has the settings of the stages.`,
      'Run it in a clone of the project, or name the file with --settings.',
    );
  const { context } = await readJsonFile(file, settingsFile);
  try {
    return parseStage(name, context.stages[name], region);
  } catch (error) {
    const { message } = explainError(error);
    throw new CommandError(message, `Mend it in ${file}.`);
  }
}

async function checksOf(stage: Stage, region: string, io: Io): Promise<readonly Check[]> {
  // Six SDK clients, which no other command waits for.
  const { AccountInspector } = await import('../../aws/account-inspector.ts');
  const inspector = new AccountInspector({ ...io.env, AWS_REGION: region });
  return [
    accountCheck(stage, inspector),
    stacksCheck(stage, inspector),
    regionCheck(region, inspector),
    executionsCheck(stage, inspector),
    signInCheck(stage, inspector),
    mailCheck(stage, inspector),
    alarmCheck(stage),
    domainsCheck(stage, region),
    modelsCheck(stage, inspector),
  ];
}

/** A check that can't be made says so and stops none of the others. */
async function run(checks: readonly Check[]): Promise<readonly Finding[]> {
  const all = await Promise.all(
    checks.map((check) =>
      check().catch((error: unknown): Finding[] => {
        const { message, mend = 'Try again, or look at it in the AWS console.' } = explainError(error);
        return [{ about: 'not checked', level: 'fail', text: message, mend }];
      }),
    ),
  );
  return all.flat();
}

const marks = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const;

function textOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ level, about, text, mend }) =>
    [`${marks[level]} ${about}: ${text}`, ...(mend ? [`       ${mend}`] : [])].join('\n'),
  );
  const count = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
  return [...lines, `${count('fail')} would fail, ${count('warn')} to look at, ${count('ok')} ok`].join('\n');
}

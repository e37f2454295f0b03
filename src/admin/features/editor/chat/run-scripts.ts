import type { FlowDefinition } from '../../../../contract/flow.ts';
import { inWords, problemsOf } from '../../../../contract/in-words.ts';
import { coverageOf } from '../../../../engine/coverage.ts';
import { flowScript } from '../../../../engine/flow-script.ts';
import { runScript } from '../../../../engine/run-script.ts';
import { traceScript } from '../../../../engine/trace-script.ts';
import { findScriptWarnings } from '../../../../warnings/find-flow-warnings.ts';
import type { Results, ScriptRun } from './chat-messages.ts';

/** Runs the tests of a flow, and returns which of its connections they take. */
export async function runScripts(
  flow: FlowDefinition,
  scripts: readonly unknown[],
  others: readonly FlowDefinition[],
): Promise<Results['run']> {
  const walked = new Set<string>();
  const reached: (readonly string[])[] = [];
  const runs: ScriptRun[] = [];
  for (const script of scripts) {
    const parsed = flowScript.safeParse(script, { error: inWords });
    if (!parsed.success) {
      const message = problemsOf(parsed.error)
        .map((problem) => `${problem.path}: ${problem.message}`)
        .join('; ');
      runs.push({ ok: false, step: null, message, traced: [] });
      reached.push([]);
      continue;
    }
    const result = await runScript(flow, parsed.data, others);
    for (const path of result.ways) walked.add(path);
    reached.push(result.steps);
    const traced = await traceScript(flow, parsed.data, others);
    runs.push(
      result.ok
        ? { ok: true, step: null, message: null, traced }
        : { ok: false, step: result.step, message: result.message, traced },
    );
  }
  return { runs, coverage: coverageOf(flow, walked), warnings: findScriptWarnings(flow, reached) };
}

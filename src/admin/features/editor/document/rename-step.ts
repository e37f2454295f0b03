import { setAt } from './at-path.ts';
import { type FlowDocument, isObject, type Json, type JsonObject, stepOf, stepsOf } from './document.ts';
import { withLayout, withRenamed } from './layout.ts';
import { entrancesOf, portsOf } from './ports.ts';

/** Gives a step another id wherever it is spoken of: ways, words, scripts, layout. Its place in the order stays. */
export function renameStep(document: FlowDocument, from: string, to: string): FlowDocument {
  if (from === to || !stepOf(document, from) || stepOf(document, to)) return document;
  const ports = [
    ...entrancesOf(document),
    ...Object.entries(stepsOf(document)).flatMap(([id, step]) => portsOf(id, step)),
  ].filter((port) => port.to === from);
  const pointed = ports.reduce((next, { path }) => setAt(next, path, to), document);
  const { steps } = pointed.definition;
  if (!isObject(steps)) return document;
  const renamed = Object.fromEntries(
    Object.entries(steps).map(([id, step]) => [id === from ? to : id, step]),
  );
  const next = {
    ...pointed,
    definition: { ...pointed.definition, steps: renamed } as FlowDocument['definition'],
    conversations: pointed.conversations.map((script) => inScript(script, from, to)),
  };
  return withLayout(next, withRenamed(next.layout, from, to));
}

type Script = FlowDocument['conversations'][number];

/** Scripts speak of steps where one is expected, and of those that a model calls as its tools. */
function inScript(script: Script, from: string, to: string): Script {
  const { steps, llm } = script;
  return {
    ...script,
    ...(Array.isArray(llm) && { llm: llm.map((answer) => inAnswer(answer, from, to)) }),
    ...(Array.isArray(steps) && {
      steps: steps.map((step) =>
        isObject(step) && isObject(step.expect) && step.expect.step === from
          ? { ...step, expect: { ...step.expect, step: to } }
          : step,
      ),
    }),
  } as Script;
}

function inAnswer(answer: Json, from: string, to: string): Json {
  if (!isObject(answer) || !Array.isArray(answer.calls)) return answer;
  const calls = answer.calls.map((call: Json) =>
    isObject(call) && call.tool === from ? { ...call, tool: to } : call,
  );
  return { ...(answer as JsonObject), calls } as Json;
}

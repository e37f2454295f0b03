import type { StepOf } from '../../contract/flow.ts';
import type { HttpClientResponse } from '../../ports/http-client.ts';
import { boundedJson } from '../bounded-json.ts';
import { buildRequest } from '../build-request.ts';
import { callOutside, failed, type StepError } from '../call-outside.ts';
import { ExpressionError } from '../errors.ts';
import type { Json } from '../interfaces.ts';
import type { Assigned, RunStep, StepContext, StepOutcome } from './step.ts';

/** Calls an external service and maps its response into variables. @see design 4 */
export const runHttp: RunStep<'http'> = async (step, context) => {
  const built = buildRequest(step, context);
  if (!built.ok) return onError(step, failed('bad_request', built.message).error);
  const called = await callOutside(context.deps, step, (limits) =>
    context.deps.http.send({ ...built.request, ...limits }),
  );
  if (called.kind === 'suspended') return called;
  if (called.kind === 'failed') return onError(step, called.error);
  const { status } = called.answer;
  if (status < 200 || status > 299) {
    return onError(step, failed('status', `the service answered ${status}`, status).error);
  }
  return mapResponse(step, context, called.answer);
};

function mapResponse(step: StepOf<'http'>, context: StepContext, answer: HttpClientResponse): StepOutcome {
  try {
    const response = { status: answer.status, body: readBody(answer) };
    const assign: Record<string, Json> = {};
    for (const [name, expression] of Object.entries(step.saveAs ?? {})) {
      assign[name] = context.evaluate(expression, { response });
    }
    return { kind: 'next', next: step.next, assign };
  } catch (error) {
    // A response that is not what the flow's author expected is the service's fault, not the flow's.
    if (error instanceof ExpressionError || error instanceof SyntaxError) {
      return onError(step, failed('bad_response', error.message, answer.status).error);
    }
    throw error;
  }
}

/** @throws SyntaxError for a body that is not the JSON it says */
function readBody({ headers, body }: HttpClientResponse): Json {
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (!isJson) return body;
  return body.trim() === '' ? null : boundedJson(JSON.parse(body));
}

function onError(step: StepOf<'http'>, error: StepError): StepOutcome {
  const assign: Assigned = { error: { ...error } };
  return { kind: 'next', next: step.onError, assign };
}

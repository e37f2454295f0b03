import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import { endpointOptions } from './clients.ts';

const failure = z.object({ errorType: z.string(), errorMessage: z.string() });

/** Runs functions of a deployment by their names, with the caller's own credentials. */
export class FunctionInvoker {
  readonly #client: LambdaClient;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#client = new LambdaClient(endpointOptions(env, 'LAMBDA'));
  }

  /**
   * Hands an event to a function and waits for its answer.
   * @throws Error with the function's own words when it failed
   */
  async invoke(functionName: string, event: unknown): Promise<unknown> {
    const { FunctionError, Payload } = await this.#client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
    );
    const answer: unknown = JSON.parse(Payload?.transformToString() || 'null');
    if (FunctionError === undefined) return answer;
    const { errorType = FunctionError, errorMessage = 'no words' } = failure.safeParse(answer).data ?? {};
    throw new Error(`${errorType}: ${errorMessage}`);
  }
}

import { functionSettings } from '../../contract/function-settings.ts';
import type { FunctionName } from '../../contract/function-timeouts.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Of every function: what the deployment gives each, and what a developer may set for all. */
const ofEvery = ['POWERTOOLS_LOG_LEVEL', 'POWERTOOLS_METRICS_DISABLED', 'TZ'];
/** Its services share its cores. */
const ofALaptop = ['PATIENCE'];
/** A language model besides Amazon's, for a laptop only. */
const modelOfALaptop = ['LLM_BASE_URL', 'LLM_API_KEY'];

/**
 * A function's environment variables: those that the deployment gives it and no others, but that on a laptop a secret
 * may stand in plain where the deployment names its ARN.
 * @see design 5.1
 */
export function environmentVariables(name: FunctionName, env: Variables): Record<string, string> {
  const own: readonly string[] = functionSettings[name];
  const names = [
    ...ofEvery,
    ...ofALaptop,
    ...own,
    ...own.filter((one) => one.endsWith('_ARN')).map((one) => one.slice(0, -'_ARN'.length)),
    ...(own.some((one) => one === 'LLM_MODEL') ? modelOfALaptop : []),
    ...Object.keys(env).filter((one) => one.startsWith('AWS_')),
  ];
  const given = { ...pick(process.env, ofEvery), ...env };
  return { ...pick(given, names), POWERTOOLS_SERVICE_NAME: name, AWS_LAMBDA_FUNCTION_NAME: name };
}

function pick(variables: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = variables[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

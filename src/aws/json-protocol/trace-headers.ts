/**
 * What joins the trace of a call to that of its invocation, as Lambda names it for the SDK.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/nodejs-tracing.html
 */
export function traceHeaders(): Readonly<Record<string, string>> {
  const { AWS_LAMBDA_FUNCTION_NAME, _X_AMZN_TRACE_ID } = process.env;
  return AWS_LAMBDA_FUNCTION_NAME && _X_AMZN_TRACE_ID ? { 'x-amzn-trace-id': _X_AMZN_TRACE_ID } : {};
}

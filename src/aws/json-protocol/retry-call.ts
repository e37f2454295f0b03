import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';
import type { RetryErrorType, RetryStrategyV2, SdkError } from '@smithy/types';

/** Repeats an attempt as long as the SDK's strategy grants it, then throws what the last one failed with. */
export async function withRetries<T>(strategy: RetryStrategyV2, attempt: () => Promise<T>): Promise<T> {
  let token = await strategy.acquireInitialRetryToken('');
  for (;;) {
    try {
      const result = await attempt();
      strategy.recordSuccess(token);
      return result;
    } catch (thrown) {
      const error = thrown as SdkError;
      try {
        // Waits for as long as it wants the next attempt to be away.
        token = await strategy.refreshRetryTokenForRetry(token, { error, errorType: typeOf(error) });
      } catch {
        throw error;
      }
    }
  }
}

function typeOf(error: SdkError): RetryErrorType {
  if (isThrottlingError(error)) return 'THROTTLING';
  if (isTransientError(error)) return 'TRANSIENT';
  return isServerError(error) ? 'SERVER_ERROR' : 'CLIENT_ERROR';
}

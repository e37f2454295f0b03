import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { clientOptions, httpHandler, outermost, type RequestHandler, sayUnavailable } from './clients.ts';

/** Longer than others take: a mail is handed over meanwhile, and a lost answer leaves a user behind. */
const attemptMs = 5_000;

/** A client of the user pool's service; one that throttles or can't be reached is a `TemporarilyUnavailableError`. */
export function createCognitoClient(
  env: Readonly<Record<string, string | undefined>>,
  requestHandler: RequestHandler = httpHandler(attemptMs),
): CognitoIdentityProviderClient {
  const cognito = new CognitoIdentityProviderClient(
    clientOptions(env, 'COGNITO_IDENTITY_PROVIDER', requestHandler),
  );
  cognito.middlewareStack.add(sayUnavailable, outermost);
  return cognito;
}

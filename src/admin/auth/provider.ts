import * as oauth from 'oauth4webapi';
import type { AdminSettings } from '../../contract/docs.ts';
import { SignInError } from './errors.ts';
import type { Surroundings } from './surroundings.ts';

/** The identity provider as oauth4webapi wants it described, and how to call it. */
export interface Provider {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  /** The client is public: it has no secret. */
  readonly authentication: oauth.ClientAuth;
  readonly request: oauth.HttpRequestOptions<'POST', URLSearchParams>;
}

/** Clocks of laptops are wrong by some seconds. */
const clockToleranceS = 60;

/** Describes the provider of a stage. @see spec "Identity provider endpoints" */
export function describeProvider(settings: AdminSettings, { fetch }: Pick<Surroundings, 'fetch'>): Provider {
  const { authUrl, issuer, clientId } = settings;
  return {
    server: {
      issuer,
      authorization_endpoint: `${authUrl}/oauth2/authorize`,
      token_endpoint: `${authUrl}/oauth2/token`,
      revocation_endpoint: `${authUrl}/oauth2/revoke`,
      end_session_endpoint: `${authUrl}/logout`,
    },
    client: { client_id: clientId, [oauth.clockTolerance]: clockToleranceS },
    authentication: oauth.None(),
    request: {
      [oauth.customFetch]: async (address, init) =>
        fetch(address, { ...init, body: init.body ?? null }).catch(() => {
          throw new SignInError('network');
        }),
      // Only the hosted UI of one's own machine speaks HTTP.
      [oauth.allowInsecureRequests]: ['127.0.0.1', 'localhost'].includes(new URL(authUrl).hostname),
    },
  };
}

import * as oauth from 'oauth4webapi';
import { type CookieBrowser, cookieBrowser, type Visited } from './cookie-browser.ts';

const insecure = { [oauth.allowInsecureRequests]: true };

/** A public client of a hosted UI, made of a library that knows nothing of ours. */
export interface AdminClient {
  readonly browser: CookieBrowser;
  /** Opens the sign-in and stops at its first page. */
  open(parameters?: Record<string, string>): Promise<Visited>;
  /** Gives user name and password; ends at the callback, or at the page that refuses. */
  signIn(email: string, password: string): Promise<Visited>;
  exchange(
    callback: URL,
    changes?: { verifier?: string; redirectUri?: string },
  ): Promise<oauth.TokenEndpointResponse>;
  refresh(refreshToken: string): Promise<oauth.TokenEndpointResponse>;
  revoke(token: string): Promise<Response>;
  userInfo(accessToken: string, subject: string): Promise<oauth.UserInfoResponse>;
}

/** @param redirectUri a registered one */
export async function adminClient(
  { url, clientId }: { readonly url: string; readonly clientId: string },
  redirectUri: string,
): Promise<AdminClient> {
  const issuer = new URL(url);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const client: oauth.Client = { client_id: clientId };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const browser = cookieBrowser(issuer.origin);
  const open = async (parameters: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      scope: 'openid profile email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      redirect_uri: redirectUri,
      ...parameters,
    });
    return browser.get(`${as.authorization_endpoint}?${query}`);
  };
  return {
    browser,
    open,
    signIn: async (email, password) => browser.submit(await open(), { email, password }),
    async exchange(callback, changes = {}) {
      const response = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        oauth.None(),
        oauth.validateAuthResponse(as, client, callback, state),
        changes.redirectUri ?? redirectUri,
        changes.verifier ?? verifier,
        insecure,
      );
      return oauth.processAuthorizationCodeResponse(as, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
    },
    async refresh(refreshToken) {
      const response = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshToken, insecure);
      return oauth.processRefreshTokenResponse(as, client, response);
    },
    revoke: (token) => oauth.revocationRequest(as, client, oauth.None(), token, insecure),
    async userInfo(accessToken, subject) {
      const response = await oauth.userInfoRequest(as, client, accessToken, insecure);
      return oauth.processUserInfoResponse(as, client, subject, response);
    },
  };
}

import * as z from 'zod/mini';
import type { ProblemCode } from './problem.ts';

/** The documentation's viewer writes styles into its elements, and calls the API under whose name it is. */
export const docsContentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns the URL of a problem's documentation: its `type`, relative to the request's URL. The API serves the
 * documentation itself, so no function needs to know another host.
 * @see RFC 9457, section 3.1.1
 */
export function problemAddress(code: ProblemCode): string {
  return `/docs/problems.html#${code}`;
}

/** The path where a local stack describes itself, so that the command line finds its parts. */
export const localStackPath = '/local-stack.json';

/** The description of a local stack. @see design 8 */
export const localStack = z.object({
  /** Settings of SDK clients and names of resources, as the functions get them. */
  env: z.record(z.string(), z.string()),
  turnsDeadLetterUrl: z.string(),
  continuationsDeadLetterUrl: z.string(),
  outboundDeadLetterUrl: z.string(),
  /** Values for `${NAME}` in the files of the demo tenants. */
  placeholders: z.record(z.string(), z.string()),
});
export type LocalStack = z.infer<typeof localStack>;

/** The redirect path of the hosted sign-in, below the console's URL. @see spec "Administration sign-in" */
export const adminCallbackPath = 'callback';

const webAddress = z.url({ protocol: /^https?$/ });

/**
 * `config.json`: what one build of the admin application needs to know of its stage. Addresses have no slash at the end.
 *
 * Sample: `{"clientId":"4q1…","authUrl":"https://acme-dev.auth.eu-west-1.amazoncognito.com","issuer":
 * "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab1","apiUrl":"https://abc.execute-api.eu-west-1.amazonaws.com",
 * "widgetUrl":"https://d111.cloudfront.net/widget/widget.js"}`
 */
export const adminSettings = z.object({
  clientId: z.string().check(z.minLength(1)),
  authUrl: webAddress,
  /** The issuer of ID tokens: with Cognito the user pool, not the hosted sign-in. */
  issuer: webAddress,
  apiUrl: webAddress,
  /** The widget's script, as sites name it. */
  widgetUrl: webAddress,
});
export type AdminSettings = z.infer<typeof adminSettings>;

/**
 * The mail that invites a user. Cognito fills in `{username}` and `{####}`, the temporary password.
 * @param adminUrl where the admin application is
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-message-customizations.html
 */
export const invitationMail = (adminUrl: string) => ({
  subject: 'Your temporary password',
  body: `You are invited to the messaging gateway. Sign in at ${adminUrl} within three days. Your username is {username} and temporary password is {####}`,
});

/**
 * Formats the application's Content-Security-Policy: everything from its own origin, nothing inline, no framing.
 * Files of conversations are uploaded to the bucket `files`, and shown and played from there.
 */
export function adminContentSecurityPolicy({
  api,
  signIn,
  files,
}: Readonly<Record<'api' | 'signIn' | 'files', string>>): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${files}`,
    `media-src ${files}`,
    "font-src 'self'",
    `connect-src 'self' ${api} ${signIn} ${files}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of its files besides the policy; the callback's address holds a code, so no address is passed on. */
export const adminSecurityHeaders = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
} as const;

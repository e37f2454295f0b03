import { Duration, Stack } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { adminContentSecurityPolicy, adminSecurityHeaders } from '../../src/contract/admin-app.ts';
import { docsContentSecurityPolicy } from '../../src/contract/docs.ts';
import type { Stage } from '../stage.ts';

const common = {
  contentTypeOptions: { override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(730),
    includeSubdomains: true,
    override: true,
  },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
} satisfies ResponseSecurityHeadersBehavior;

/**
 * The admin application talks to itself, the API and the sign-in, and is framed by nobody.
 * @param baseUrl the very API: of all others in the region, any could be a thief's
 */
export function adminHeaders(scope: Construct, stage: Stage, baseUrl: string): ResponseHeadersPolicy {
  const { region } = Stack.of(scope);
  const signIn = `https://${stage.signInDomainPrefix}.auth.${region}.amazoncognito.com`;
  const contentSecurityPolicy = adminContentSecurityPolicy([baseUrl, signIn]);
  return new ResponseHeadersPolicy(scope, 'AdminHeaders', {
    responseHeadersPolicyName: `${stage.prefix}admin-${region}`,
    securityHeadersBehavior: {
      ...common,
      // The callback's address holds a code.
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(adminSecurityHeaders).map(([header, value]) => ({
        header,
        value,
        override: true,
      })),
    },
  });
}

/** The documentation's viewer talks to the API, under whose name it is served, and is framed by nobody. */
export function docsHeaders(scope: Construct, stage: Stage): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'DocsHeaders', {
    responseHeadersPolicyName: `${stage.prefix}docs-${Stack.of(scope).region}`,
    securityHeadersBehavior: {
      ...common,
      contentSecurityPolicy: { contentSecurityPolicy: docsContentSecurityPolicy, override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
    },
  });
}

/** The public files are loaded by the sites of the tenants. */
export function publicHeaders(scope: Construct, stage: Stage): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, 'PublicHeaders', {
    responseHeadersPolicyName: `${stage.prefix}public-${Stack.of(scope).region}`,
    securityHeadersBehavior: common,
    corsBehavior: {
      accessControlAllowCredentials: false,
      accessControlAllowHeaders: ['*'],
      accessControlAllowMethods: ['GET', 'HEAD'],
      accessControlAllowOrigins: ['*'],
      originOverride: true,
    },
    customHeadersBehavior: {
      customHeaders: [{ header: 'Cross-Origin-Resource-Policy', value: 'cross-origin', override: true }],
    },
  });
}

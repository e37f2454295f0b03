import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import { type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { chatPagePrefix } from '../src/contract/chat-page.ts';
import {
  adminContentSecurityPolicy,
  adminSecurityHeaders,
  docsContentSecurityPolicy,
} from '../src/contract/docs.ts';
import { bucketOrigin, filesBucketName } from '../src/contract/files.ts';
import { testNotFoundPath, testPage, testPagePath } from '../src/contract/test-chat.ts';
import { testPageFolder } from './bundles.ts';
import { privateBucket, StaticFiles } from './constructs/static-files.ts';
import { laterRegions } from './later-regions.ts';
import type { Stage } from './stage.ts';

/** A path of the application, not of a file, is answered with its page. */
const pageOfPath = `function handler({ request }) {
  if (!request.uri.split('/').pop().includes('.')) request.uri = '/index.html';
  return request;
}`;

const testFiles = `/widget/${testPageFolder}`;

/** The test page for an invalid link. It sends no requests. */
const testNotFound = {
  statusCode: 404,
  statusDescription: 'Not Found',
  headers: {
    'content-type': { value: 'text/html; charset=utf-8' },
    'cache-control': { value: 'no-store' },
  },
  body: testPage({ script: `${testFiles}/page.js`, style: `${testFiles}/page.css`, widget: '', api: '' }),
};

/** All chats that are a page of their own are one file, which reads its address. */
const fileOfChat = `function handler({ request }) {
  if (request.uri.startsWith('${chatPagePrefix}')) request.uri = '${chatPagePrefix}index.html';
  if (request.uri === '${testNotFoundPath}') return ${JSON.stringify(testNotFound)};
  if (request.uri === '${testPagePath}') request.uri = '${testPagePath}index.html';
  return request;
}`;

/**
 * The addresses that browsers know, each a host of its own: the admin application, whose tokens lie in its session
 * storage; the public files, which other sites load; and the API, bare, so that the first one's policy can name it.
 * @see design 13
 */
export class WebStack extends Stack {
  readonly admin: StaticFiles;
  readonly public: StaticFiles;
  /** Its routes and its stage are the API stack's. */
  readonly api: HttpApi;
  /** `{base_url}` of the spec. */
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, props);
    const { domains } = stage;
    this.api = new HttpApi(this, 'Api', {
      apiName: `${stage.prefix}api`,
      createDefaultStage: false,
      // With a name of its own, the API has no second door.
      disableExecuteApiEndpoint: domains.api !== undefined,
    });
    this.baseUrl = domains.api ? `https://${domains.api.name}` : this.api.apiEndpoint;
    const common = { stage, region: this.region, logs: this.createLogs(stage) };
    this.admin = new StaticFiles(this, 'Admin', {
      ...common,
      domain: domains.admin,
      headers: adminHeaders(this, stage, this.baseUrl),
      defaultRootObject: 'index.html',
      behavior: { functionAssociations: [this.rewriteBy('PageOfPath', pageOfPath)] },
    });
    this.public = new StaticFiles(this, 'Public', {
      ...common,
      domain: domains.public,
      headers: publicHeaders(this, stage),
      headersOf: { '/docs/*': docsHeaders(this, stage) },
      behavior: { functionAssociations: [this.rewriteBy('FileOfChat', fileOfChat)] },
    });
    new CfnOutput(this, 'AdminUrl', { value: this.admin.origin });
    new CfnOutput(this, 'WidgetUrl', { value: `${this.public.origin}/widget/widget.js` });
    new CfnOutput(this, 'AdminDomainTarget', { value: this.admin.distribution.distributionDomainName });
    new CfnOutput(this, 'PublicDomainTarget', { value: this.public.distribution.distributionDomainName });
    NagSuppressions.addStackSuppressions(this, [
      {
        id: 'AwsSolutions-S1',
        reason: 'Only CloudFront reads the files, and it keeps access logs of its own.',
      },
    ]);
  }

  private createLogs(stage: Stage): IBucket | null {
    if (laterRegions.includes(this.region)) return null;
    return privateBucket(this, 'Logs', stage, {
      // CloudFront writes its logs as another account.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      lifecycleRules: [{ expiration: Duration.days(stage.logRetentionDays) }],
    });
  }

  private rewriteBy(id: string, code: string) {
    const rewrite = new EdgeFunction(this, id, {
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    });
    return { function: rewrite, eventType: FunctionEventType.VIEWER_REQUEST };
  }
}

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
 * The admin application talks to itself, the API, the sign-in and the bucket of files, and is framed by nobody.
 * @param baseUrl the very API: of all others in the region, any could be a thief's
 */
function adminHeaders(scope: Construct, stage: Stage, baseUrl: string): ResponseHeadersPolicy {
  const { account, region } = Stack.of(scope);
  const contentSecurityPolicy = adminContentSecurityPolicy({
    api: baseUrl,
    signIn: `https://${stage.signInDomainPrefix}.auth.${region}.amazoncognito.com`,
    files: bucketOrigin(filesBucketName(stage.prefix, account, region), region),
  });
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
function docsHeaders(scope: Construct, stage: Stage): ResponseHeadersPolicy {
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
function publicHeaders(scope: Construct, stage: Stage): ResponseHeadersPolicy {
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

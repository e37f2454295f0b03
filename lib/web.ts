import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { adminHeaders, widgetHeaders } from './constructs/security-headers.ts';
import type { Stage } from './stage.ts';

/** A path of the application, not of a file, is answered with its page; `/widget/` holds files only. */
const pageOfPath = `function handler({ request }) {
  if (!request.uri.split('/').pop().includes('.')) request.uri = '/index.html';
  return request;
}`;

/** Where the admin application and the widget's script are served from. */
export class WebStack extends Stack {
  readonly bucket: IBucket;
  readonly distribution: Distribution;
  /** `https://…` of the admin application. */
  readonly origin: string;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, props);
    const logs = this.createBucket('Logs', stage, {
      // CloudFront writes its logs as another account.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      lifecycleRules: [{ expiration: Duration.days(stage.logRetentionDays) }],
    });
    this.bucket = this.createBucket('Files', stage, { versioned: true });
    this.distribution = this.createDistribution(stage, logs);
    this.origin = `https://${stage.domains.web?.name ?? this.distribution.distributionDomainName}`;
    new CfnOutput(this, 'AdminUrl', { value: this.origin });
    new CfnOutput(this, 'WidgetUrl', { value: `${this.origin}/widget/widget.js` });
    new CfnOutput(this, 'DomainTarget', { value: this.distribution.distributionDomainName });
    this.explain(stage);
  }

  private createBucket(id: string, stage: Stage, props: ConstructorParameters<typeof Bucket>[2]): IBucket {
    const bucket = new Bucket(this, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: stage.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      autoDeleteObjects: !stage.protect,
      ...props,
    });
    // The class says `boolean | undefined` where its own interface says optional.
    return bucket as IBucket;
  }

  private createDistribution(stage: Stage, logs: IBucket): Distribution {
    const { web: domain } = stage.domains;
    const behavior = {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
    };
    const pages = new EdgeFunction(this, 'PageOfPath', {
      code: FunctionCode.fromInline(pageOfPath),
      runtime: FunctionRuntime.JS_2_0,
    });
    return new Distribution(this, 'Distribution', {
      comment: `${stage.prefix}web`,
      defaultBehavior: {
        ...behavior,
        responseHeadersPolicy: adminHeaders(this, stage),
        functionAssociations: [{ function: pages, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      additionalBehaviors: {
        '/widget/*': { ...behavior, responseHeadersPolicy: widgetHeaders(this, stage) },
      },
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      logBucket: logs,
      ...(domain && {
        domainNames: [domain.name],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
    });
  }

  private explain(stage: Stage): void {
    NagSuppressions.addStackSuppressions(this, [
      {
        id: 'AwsSolutions-S1',
        reason: 'Only CloudFront reads the files, and it keeps access logs of its own.',
      },
    ]);
    NagSuppressions.addResourceSuppressions(this.distribution, [
      { id: 'AwsSolutions-CFR1', reason: 'Tenants and their visitors are anywhere.' },
      {
        id: 'AwsSolutions-CFR2',
        reason: 'Static public files: a web application firewall has nothing to guard.',
      },
      ...(stage.domains.web
        ? []
        : [
            {
              id: 'AwsSolutions-CFR4',
              reason:
                "CloudFront's own certificate fixes the TLS version; a stage with a domain uses TLS 1.2 or later.",
            },
          ]),
    ]);
  }
}

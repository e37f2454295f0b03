import { RemovalPolicy } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type BehaviorOptions,
  Distribution,
  HttpVersion,
  PriceClass,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  Signing,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { NagSuppressions } from 'cdk-nag';
import { Construct } from 'constructs';
import { removalOf, type Stage } from '../stage.ts';

export interface StaticFilesProps {
  readonly stage: Stage;
  readonly region: string;
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  readonly headers: ResponseHeadersPolicy;
  /** By pattern of a path, such as `/docs/*`, other headers than the rest's. */
  readonly headersOf?: Readonly<Record<string, ResponseHeadersPolicy>>;
  /** Null where CloudFront can't deliver any. */
  readonly logs: IBucket | null;
  readonly behavior?: Partial<BehaviorOptions>;
  readonly defaultRootObject?: string;
}

/** A private bucket and the distribution, with a host of its own, that serves it. */
export class StaticFiles extends Construct {
  readonly bucket: IBucket;
  readonly distribution: Distribution;
  /** `https://…` */
  readonly origin: string;

  constructor(scope: Construct, id: string, props: StaticFilesProps) {
    super(scope, id);
    const { stage, region, domain, headers, headersOf = {}, logs, behavior, defaultRootObject } = props;
    this.bucket = privateBucket(this, 'Files', stage, { versioned: true });
    const name = `${stage.prefix}${id.toLowerCase()}`;
    const originAccessControl = new S3OriginAccessControl(this, 'Access', {
      // CloudFront's names are the account's in all regions.
      originAccessControlName: `${name}-${region}`,
      signing: Signing.SIGV4_ALWAYS,
    });
    const origin = S3BucketOrigin.withOriginAccessControl(this.bucket, { originAccessControl });
    const behaviorWith = (responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions => ({
      origin,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      responseHeadersPolicy,
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: name,
      defaultBehavior: { ...behaviorWith(headers), ...behavior },
      additionalBehaviors: Object.fromEntries(
        Object.entries(headersOf).map(([pattern, own]) => [pattern, behaviorWith(own)]),
      ),
      ...(defaultRootObject && { defaultRootObject }),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(logs && { logBucket: logs, logFilePrefix: `${id.toLowerCase()}/` }),
      ...(domain && {
        domainNames: [domain.name],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
    });
    this.origin = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    this.explain(domain !== undefined, logs !== null);
  }

  private explain(hasDomain: boolean, hasLogs: boolean): void {
    const findings = [
      ['AwsSolutions-CFR1', 'Tenants and their visitors are anywhere.'],
      ['AwsSolutions-CFR2', 'Static public files: a web application firewall has nothing to guard.'],
      ...(hasLogs ? [] : [['AwsSolutions-CFR3', 'CloudFront delivers no logs to buckets of this region.']]),
      ...(hasDomain
        ? []
        : [
            [
              'AwsSolutions-CFR4',
              "CloudFront's own certificate fixes the TLS version; a stage with a domain uses TLS 1.2 or later.",
            ],
          ]),
    ] as const;
    NagSuppressions.addResourceSuppressions(
      this.distribution,
      findings.map(([id = '', reason = '']) => ({ id, reason })),
    );
  }
}

/** A bucket with access by policy only, and over TLS only. */
export function privateBucket(scope: Construct, id: string, stage: Stage, props: BucketProps = {}): IBucket {
  const bucket = new Bucket(scope, id, {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: removalOf(stage),
    autoDeleteObjects: removalOf(stage) === RemovalPolicy.DESTROY,
    ...props,
  });
  // The class declares `boolean | undefined` where its interface has an optional property.
  return bucket as IBucket;
}

/** The tag of roles whose functions publish turns; its value is the stage's prefix. */
export const publisherTag = 'messaging-gateway:publisher';

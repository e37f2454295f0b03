import { beforeAll, describe, expect, it } from 'vitest';
import { adminContentSecurityPolicy } from '../../src/contract/docs.ts';
import { addresses, release, resourcesOf, type Synthesized, synthesize, withDomains } from './synthesize.ts';

let prod: Synthesized['templates'];
beforeAll(() => {
  prod = synthesize('prod', addresses).templates;
});

describe('the web', () => {
  it('has private, encrypted buckets that accept TLS only', () => {
    const buckets = resourcesOf(prod.web, 'AWS::S3::Bucket');
    expect(buckets).toHaveLength(3);
    for (const { properties } of buckets)
      expect(properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: { ServerSideEncryptionConfiguration: expect.anything() },
      });
    for (const { properties } of resourcesOf(prod.web, 'AWS::S3::BucketPolicy'))
      expect(JSON.stringify(properties)).toContain('"aws:SecureTransport":"false"');
  });

  it('gives the admin application a strict policy', () => {
    const policy = headersPolicy('gateway-prod-admin-').SecurityHeadersConfig;
    const csp = policy.ContentSecurityPolicy.ContentSecurityPolicy;
    expect(JSON.stringify(csp)).toContain("default-src 'none'; script-src 'self'");
    expect(JSON.stringify(csp)).toContain("frame-ancestors 'none'");
    expect(JSON.stringify(csp)).not.toContain('unsafe-eval');
    expect(policy).toMatchObject({
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000 },
      ContentTypeOptions: { Override: true },
    });
  });

  it('lets every site load the widget', () => {
    expect(headersPolicy('gateway-prod-public-')).toMatchObject({
      CorsConfig: {
        AccessControlAllowCredentials: false,
        AccessControlAllowOrigins: { Items: ['*'] },
        AccessControlAllowMethods: { Items: ['GET', 'HEAD'] },
      },
      CustomHeadersConfig: {
        Items: [{ Header: 'Cross-Origin-Resource-Policy', Value: 'cross-origin', Override: true }],
      },
    });
  });

  it('serves public scripts and the application that holds tokens from two hosts', () => {
    const distributions = resourcesOf(prod.web, 'AWS::CloudFront::Distribution').map(
      ({ properties }) => properties,
    );
    expect(distributions.map(({ DistributionConfig: { Comment } }) => Comment).sort()).toEqual([
      'gateway-prod-admin',
      'gateway-prod-public',
    ]);
    for (const { DistributionConfig } of distributions) {
      expect(DistributionConfig.Origins).toHaveLength(1);
      expect(DistributionConfig.DefaultCacheBehavior).toMatchObject({
        ViewerProtocolPolicy: 'redirect-to-https',
        Compress: true,
      });
    }
    const [first, second] = distributions.map((each) => JSON.stringify(each.DistributionConfig.Origins));
    expect(first).not.toBe(second);
    const destination = (id: string) =>
      JSON.stringify(
        resourcesOf(prod.site, 'Custom::CDKBucketDeployment').find((each) => each.id.startsWith(id))
          ?.properties.DestinationBucketName,
      );
    expect(destination('Widget')).toMatch(/Public/);
    for (const id of ['Assets', 'Pages']) expect(destination(id)).toMatch(/Admin/);
  });

  it('gives the documentation a policy of its own, and serves it under the name of the API', () => {
    const distribution = resourcesOf(prod.web, 'AWS::CloudFront::Distribution').find(
      ({ properties }) => properties.DistributionConfig.Comment === 'gateway-prod-public',
    );
    expect(distribution?.properties.DistributionConfig.CacheBehaviors).toMatchObject([
      { PathPattern: '/docs/*', ViewerProtocolPolicy: 'redirect-to-https' },
    ]);
    const { ContentSecurityPolicy: policy } = headersPolicy('gateway-prod-docs-').SecurityHeadersConfig;
    expect(policy.ContentSecurityPolicy).toContain("default-src 'none'; script-src 'self'");
    const { api } = synthesize('prod', withDomains).templates;
    const handedOn = resourcesOf(api, 'AWS::ApiGatewayV2::Integration').find(
      ({ properties }) => properties.IntegrationType === 'HTTP_PROXY',
    );
    expect(handedOn?.properties).toMatchObject({
      IntegrationMethod: 'GET',
      IntegrationUri: 'https://chat.acme.com/docs/{proxy}',
    });
  });

  it('lets the application reach its own API, sign-in and bucket of files, and no other', () => {
    const policyOf = (templates: Synthesized['templates']) => {
      const { SecurityHeadersConfig } = headersPolicy('gateway-prod-admin-', templates);
      const { ContentSecurityPolicy: policy } = SecurityHeadersConfig.ContentSecurityPolicy;
      return typeof policy === 'string' ? policy : JSON.stringify(policy);
    };
    const own = policyOf(prod);
    expect(own).not.toContain('*');
    expect(own).toMatch(/connect-src [^;]*\{"Fn::GetAtt":\["Api\w+","ApiEndpoint"\]\}/);
    // The very policy under which the browser tests run, with this stage's origins in it.
    expect(policyOf(synthesize('prod', withDomains).templates)).toBe(
      adminContentSecurityPolicy({
        api: 'https://api.acme.com',
        signIn: 'https://messaging-gateway-prod.auth.eu-central-1.amazoncognito.com',
        files: 'https://gateway-prod-files-111122223333-eu-central-1.s3.eu-central-1.amazonaws.com',
      }),
    );
  });

  it('keeps no logs where CloudFront delivers none', () => {
    const { templates, findings } = synthesize('prod', { ...withDomains, region: 'eu-south-1' });
    expect(findings).toEqual([]);
    expect(resourcesOf(templates.web, 'AWS::S3::Bucket')).toHaveLength(2);
    for (const { properties } of resourcesOf(templates.web, 'AWS::CloudFront::Distribution'))
      expect(properties.DistributionConfig.Logging).toBeUndefined();
  });
});

describe('the site', () => {
  it.each([
    ['Assets', 'public, max-age=31536000, immutable', undefined, undefined],
    ['Pages', 'no-cache', undefined, ['/*']],
    ['Releases', 'public, max-age=31536000, immutable', 'widget', undefined],
    ['Widget', 'public, max-age=300, stale-while-revalidate=86400', 'widget', ['/widget/*']],
    ['Docs', 'no-cache', 'docs', ['/docs/*']],
  ])('%s are cached as %s', (id, cacheControl, prefix, invalidated) => {
    const found = resourcesOf(prod.site, 'Custom::CDKBucketDeployment').find((each) =>
      each.id.startsWith(id),
    );
    expect(found?.properties.SystemMetadata).toEqual({ 'cache-control': cacheControl });
    expect(found?.properties.DestinationBucketKeyPrefix).toBe(prefix);
    expect(found?.properties.DistributionPaths).toEqual(invalidated);
    expect(found?.properties.Prune).toBe(false);
  });

  it("keeps every release of the widget's script, and names the present one when it is there", () => {
    const { Releases, Widget } = Object.fromEntries(
      resourcesOf(prod.site, 'Custom::CDKBucketDeployment').map((each) => [
        /^[A-Z][a-z]+/.exec(each.id)?.[0],
        each,
      ]),
    );
    expect(Releases?.properties.Prune).toBe(false);
    expect(Releases?.properties.SourceObjectKeys).not.toEqual(Widget?.properties.SourceObjectKeys);
    const [template] = Object.values(prod.site.findResources('Custom::CDKBucketDeployment')).filter(
      ({ Properties }) => JSON.stringify(Properties).includes('stale-while-revalidate'),
    );
    expect(template?.DependsOn).toEqual(expect.arrayContaining([expect.stringMatching(/^Releases/)]));
    const [tag] = Object.values(prod.site.findOutputs('PinnedWidgetTag'));
    const text = JSON.stringify(tag?.Value);
    expect(text).toContain(`/widget/${release.file}`);
    expect(text).toContain(`integrity=\\"${release.integrity}\\" crossorigin=\\"anonymous\\"`);
  });

  it('outputs what the application and the widget need', () => {
    const outputs = Object.values(prod).flatMap((template) => Object.keys(template.findOutputs('*')));
    expect(outputs).toEqual(
      expect.arrayContaining([
        'BaseUrl',
        'AdminUrl',
        'WidgetUrl',
        'apiUrl',
        'authUrl',
        'issuer',
        'clientId',
        'widgetUrl',
        'VerifyTokensSecret',
        'UserPoolId',
        'WidgetTag',
        'PinnedWidgetTag',
      ]),
    );
  });

  it('warns of what is not built, and deploys the rest', () => {
    const { templates, findings } = synthesize('prod', addresses, { adminFolder: 'no/admin' });
    expect(findings).toEqual([expect.stringContaining('no/admin is not built and not deployed')]);
    const deployed = resourcesOf(templates.site, 'Custom::CDKBucketDeployment').map(({ id }) => id);
    expect(deployed.map((id) => /^[A-Z][a-z]+/.exec(id)?.[0]).sort()).toEqual([
      'Chat',
      'Docs',
      'Releases',
      'Test',
      'Widget',
    ]);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: properties of CloudFormation, whose shape each test states
function headersPolicy(name: string, templates = prod): any {
  return resourcesOf(templates.web, 'AWS::CloudFront::ResponseHeadersPolicy')
    .map(({ properties }) => properties.ResponseHeadersPolicyConfig)
    .find(({ Name }) => JSON.stringify(Name).includes(name));
}

/** Where regions of other partitions have their services; all others are below `amazonaws.com`. */
const domains: readonly (readonly [region: RegExp, domain: string])[] = [
  [/^cn-/, 'amazonaws.com.cn'],
  [/^eusc-/, 'amazonaws.eu'],
  [/^us-iso-/, 'c2s.ic.gov'],
  [/^us-isob-/, 'sc2s.sgov.gov'],
  [/^us-isof-/, 'csp.hci.ic.gov'],
  [/^eu-isoe-/, 'cloud.adc-e.uk'],
];

/**
 * The host of a service in a region. A function is never asked to use other endpoints than these, but by
 * `AWS_ENDPOINT_URL_*`.
 * @see https://docs.aws.amazon.com/general/latest/gr/rande.html
 */
export function hostOf(service: string, region: string): string {
  const [, domain = 'amazonaws.com'] = domains.find(([pattern]) => pattern.test(region)) ?? [];
  return `${service}.${region}.${domain}`;
}

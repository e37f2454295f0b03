/**
 * Regions that an account must switch on. CloudFront delivers no logs to their buckets, and CloudFormation makes no
 * budgets there.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging-legacy-s3.html
 */
export const laterRegions: readonly string[] = [
  ...[
    'af-south-1',
    'ap-east-1',
    'ap-east-2',
    'ap-south-2',
    'ap-southeast-3',
    'ap-southeast-4',
    'ap-southeast-5',
  ],
  ...['ap-southeast-7', 'ca-west-1', 'eu-central-2', 'eu-south-1', 'eu-south-2', 'il-central-1'],
  ...['me-central-1', 'me-south-1', 'mx-central-1'],
];

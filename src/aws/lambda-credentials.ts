/**
 * Stands in for the SDK's chain of credential providers in the bundles of the functions: Lambda always hands its role's
 * credentials over in the environment, and the chain (SSO, STS, instance metadata, files) is a fifth of the bundle.
 * @throws Error outside Lambda
 * @see design 7 "Cold start"
 */
export function defaultProvider() {
  return async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
    if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
      throw new Error('the environment has no AWS credentials');
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    };
  };
}

/** The provider's API, unless an account overrides it. */
export const defaultBaseUrl = 'https://graph.facebook.com/v25.0';

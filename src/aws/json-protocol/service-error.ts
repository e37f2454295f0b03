export interface ServiceErrorDetails {
  readonly message: string;
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId: string | undefined };
}

/** What a service has refused or failed with; its name is the service's word for it. */
export class ServiceError extends Error {
  readonly $metadata: ServiceErrorDetails['$metadata'];
  readonly $fault: 'client' | 'server';

  constructor(name: string, { message, $metadata }: ServiceErrorDetails) {
    super(message);
    this.name = name;
    this.$metadata = $metadata;
    this.$fault = $metadata.httpStatusCode < 500 ? 'client' : 'server';
  }
}

export type ServiceErrorClass = typeof ServiceError;

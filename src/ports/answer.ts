/** What a repeat of a web chat request gets. @see spec "Deduplication record" */
export interface Answer {
  readonly key: string;
  readonly fingerprint: string;
  readonly messageId: string;
  readonly status: 200 | 202;
  readonly responseBody: string;
  readonly location?: string;
  readonly expiresAtMs: number;
}

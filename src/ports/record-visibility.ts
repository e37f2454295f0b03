/** When a record of a queue that failed is delivered again. @see design 5.3 */
export interface RecordVisibility {
  /** @param queueArn as the record names it */
  hideFor(queueArn: string, receiptHandle: string, seconds: number): Promise<void>;
}

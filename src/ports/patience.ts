/** Bounds what is waited for. @see design 5.2, 7 */
export interface Patience {
  /**
   * Runs `work`; the calls to AWS that it has left when the time is up are aborted.
   * @throws TemporarilyUnavailableError when it has not ended in time
   */
  within<T>(ms: number, work: () => Promise<T>): Promise<T>;
}

/** Bounds what is waited for. @see design 5.2, 7 */
export interface Patience {
  /**
   * Runs `work`; the calls to AWS that it has left when the time is up are aborted.
   * @param as `exactly`: also where services are slower than AWS, as on a laptop
   * @throws TemporarilyUnavailableError when it has not ended in time
   */
  within<T>(ms: number, work: () => Promise<T>, as?: 'scaled' | 'exactly'): Promise<T>;
}

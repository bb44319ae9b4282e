/**
 * An engine is unavailable: the caller uses another one, or retries later. The message is for the operator.
 */
export class EngineUnavailable extends Error {
  /**
   * @param retryAfter milliseconds until a retry makes sense, if known
   * @param isRefusal true when the engine refuses this input for good
   */
  constructor(
    message: string,
    readonly retryAfter?: number,
    readonly isRefusal = false,
  ) {
    super(message);
  }
}

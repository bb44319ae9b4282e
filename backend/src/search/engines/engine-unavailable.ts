/**
 * An engine that is not to be had just now: whoever asked it answers by other means, or asks again later. The message is for
 * the operator.
 */
export class EngineUnavailable extends Error {
  /**
   * @param retryAfter in milliseconds: when it is worth another try, if that is known
   * @param isRefusal whether it was this very question that it would not answer, and will not
   */
  constructor(
    message: string,
    readonly retryAfter?: number,
    readonly isRefusal = false,
  ) {
    super(message);
  }
}

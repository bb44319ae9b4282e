/** The result of a form on the order page. */
export interface OrderAnswer {
  error?: string;
  /** The error of a refund request's reason. */
  reasonError?: string;
  /** The server was not reached or failed. */
  isUnanswered?: boolean;
  clientSecret?: string;
}

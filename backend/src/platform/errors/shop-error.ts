/** Validation errors of a body: one or more sentences by field name. */
export type FieldErrors = Record<string, string[]>;

/**
 * The one error that services throw: a status and the Vietnamese sentence that the shopper reads. The filter writes
 * the contract's body from it; `extra` adds keys beside `detail` and `error` (wrong fields, `expected` totals).
 */
export class ShopError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly extra: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  /** A 400 whose sentence is that of its first wrong field. */
  static fields(fields: FieldErrors): ShopError {
    return new ShopError(400, Object.values(fields)[0]?.[0] ?? 'Dữ liệu không hợp lệ', fields);
  }

  static notFound(message = 'Không tìm thấy'): ShopError {
    return new ShopError(404, message);
  }
}

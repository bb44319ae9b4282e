/** Validation errors of a body: one or more sentences by field name. */
export type FieldErrors = Record<string, string[]>;

/**
 * The error that services throw: a status and the Vietnamese sentence that the shopper reads. The filter converts it to the
 * contract's body; `extra` adds keys beside `detail` and `error` (invalid fields, `expected` totals).
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

  /** Creates a 400 whose sentence is that of the first invalid field. */
  static fields(fields: FieldErrors): ShopError {
    return new ShopError(400, Object.values(fields)[0]?.[0] ?? 'Dữ liệu không hợp lệ', fields);
  }

  static notFound(message = 'Không tìm thấy'): ShopError {
    return new ShopError(404, message);
  }
}

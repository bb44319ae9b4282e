import { Injectable } from '@nestjs/common';
import { isCommonPassword } from '../../platform/secrets/common-passwords.js';
import { Config } from '../../platform/config/config.js';
import { ShopError } from '../../platform/errors/shop-error.js';

/** Refuses common passwords in production. Elsewhere they are accepted, because the demo's own are common. */
@Injectable()
export class CommonPasswords {
  constructor(private readonly config: Config) {}

  /**
   * Refuses a common password.
   * @param field the password's name in the request
   * @throws ShopError 400 naming the field
   */
  refuse(password: string, field = 'password'): void {
    if (!this.config.isProduction || !isCommonPassword(password.normalize('NFC'))) return;
    throw ShopError.fields({ [field]: ['Mật khẩu này quá phổ biến và dễ bị đoán. Vui lòng chọn mật khẩu khác.'] });
  }
}

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { ShopError, type FieldErrors } from '../common/shop-error.js';
import type { Credentials, Registered, Registration, SignedIn } from '../contract/auth.js';
import { TEXTS } from '../contract/rules.js';
import { lockNames } from '../db/locks.js';
import { LoginsService, deactivated } from './logins.service.js';
import { hashPassword, isPassword } from './passwords.js';
import { User, nameKey } from './user.entity.js';

/** Accounts: how one is made and how its owner signs in. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly db: DataSource,
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly logins: LoginsService,
  ) {}

  /**
   * Signs in by user name or e-mail.
   * @throws ShopError 401 for a wrong pair, the same for an unknown name; 403 for a deactivated account
   */
  async signIn({ username, password }: Credentials): Promise<SignedIn> {
    const key = nameKey(username);
    const user = await this.users.findOne({
      where: [{ usernameKey: key }, { emailKey: key }],
      select: { id: true, passwordHash: true, isActive: true, isStaff: true },
    });
    const matches = await isPassword(password, user?.passwordHash);
    if (!user || !matches) throw new ShopError(401, TEXTS.wrongLogin);
    if (!user.isActive) throw deactivated();
    return { ...(await this.logins.open(user.id)), isAdmin: user.isStaff };
  }

  /** @throws ShopError 400 naming `username` or `email` when another account has it, as its name or as its e-mail */
  async register({ username, email, password }: Registration): Promise<Registered> {
    const usernameKey = nameKey(username);
    const emailKey = nameKey(email);
    const passwordHash = await hashPassword(password);
    return this.db.transaction(async (tx) => {
      await lockNames(tx, [usernameKey, emailKey]);
      const taken: FieldErrors = {};
      const isTaken = (key: string) => tx.existsBy(User, [{ usernameKey: key }, { emailKey: key }]);
      if (await isTaken(usernameKey)) taken.username = ['Tên đăng nhập đã được sử dụng'];
      if (await isTaken(emailKey)) taken.email = ['Email đã được sử dụng'];
      if (Object.keys(taken).length > 0) throw ShopError.fields(taken);
      const user = await tx.save(User, { username, usernameKey, email, emailKey, passwordHash });
      return { id: user.id, username, email };
    });
  }

  /** @throws ShopError 404 */
  async byId(id: number): Promise<User> {
    const user = await this.users.findOneBy({ id });
    if (!user) throw ShopError.notFound();
    return user;
  }
}

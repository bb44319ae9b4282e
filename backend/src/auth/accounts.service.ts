import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import type { Credentials, Registered, Registration, SignedIn } from '../contract/auth.js';
import { TEXTS } from '../contract/rules.js';
import { LoginsService, deactivated } from './logins.service.js';
import { claimNames } from './names.js';
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
    const passwordHash = await hashPassword(password);
    return this.db.transaction(async (tx) => {
      const names = await claimNames(tx, { username, email });
      const user = await tx.save(User, { ...names, passwordHash });
      return { id: user.id, username, email };
    });
  }
}

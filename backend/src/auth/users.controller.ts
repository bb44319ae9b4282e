import { Body, Controller, Get, Post } from '@nestjs/common';
import { Me, Public, type Principal } from '../common/access.js';
import { Answers } from '../common/openapi.js';
import { Me as MeSchema, Registered, Registration } from '../contract/auth.js';
import { AccountsService } from './accounts.service.js';
import { meView } from './user.view.js';

/** Accounts as their owners use them. */
@Controller('auth/users')
export class UsersController {
  constructor(private readonly accounts: AccountsService) {}

  @Public()
  @Post()
  @Answers(Registered, { status: 201 })
  register(@Body({ schema: Registration }) body: Registration) {
    return this.accounts.register(body);
  }

  @Get('me')
  @Answers(MeSchema)
  async me(@Me() me: Principal) {
    return meView(await this.accounts.byId(me.id));
  }
}

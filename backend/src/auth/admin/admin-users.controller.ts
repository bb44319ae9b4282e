import { Body, Controller, Delete, Get, HttpCode, Patch, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Admin, CurrentActor, CurrentUser, type Actor, type Principal } from '../../platform/http/access.js';
import { paginated } from '../../platform/http/pagination.js';
import { Answers, AnswersFile, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { AdminUser, AdminUserRights, AdminUserUpdate, UserQuery } from '../../contract/accounts/admin-users.js';
import { adminUserView } from '../users/user.view.js';
import { AdminUsersService } from './admin-users.service.js';

/** Accounts, for administrators. They create accounts through the public registration. */
@Admin()
@TaggedAs('Accounts')
@Controller('auth/users')
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Get()
  @Summary('Lists accounts')
  @Answers(AdminUser, { many: true })
  list(
    @CurrentUser() me: Principal,
    @Query({ schema: UserQuery }) query: UserQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paginated(query, response, (slice) => this.users.list(me, query, slice));
  }

  /** A CSV file of the accounts that the list with the same query shows, without phones for an API key. */
  @Get('export')
  @Summary('Exports accounts as CSV')
  @AnswersFile('text/csv')
  export(@CurrentActor() actor: Actor, @Query({ schema: UserQuery }) query: UserQuery, @Res() response: Response) {
    return this.users.export(actor, query, response);
  }

  @Put(':id')
  @Summary("Changes an account's user name, e-mail address and password")
  @Answers(AdminUser)
  async replace(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: AdminUserUpdate }) body: AdminUserUpdate,
  ) {
    return adminUserView(await this.users.replace(actor, id, body));
  }

  @Patch(':id')
  @Summary('Makes an account an administrator, or deactivates it')
  @Answers(AdminUser)
  async setRights(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body({ schema: AdminUserRights }) body: AdminUserRights,
  ) {
    return adminUserView(await this.users.setRights(actor, id, body));
  }

  @Delete(':id')
  @Summary('Deletes an account, or anonymises one that has ordered')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @PathId() id: number) {
    return this.users.remove(actor, id);
  }
}

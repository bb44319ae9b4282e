import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AddressInput, SavedAddress } from '../../contract/accounts/addresses.js';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { AddressesService } from './addresses.service.js';

/** The caller's own address book. */
@TaggedAs('Accounts')
@Controller('auth/users/me/addresses')
export class AddressesController {
  constructor(private readonly addresses: AddressesService) {}

  /** The default first, then the last changed. */
  @Get()
  @Summary("Lists the caller's address book, the default address first")
  @Answers(SavedAddress, { many: true })
  list(@CurrentUser() me: Principal) {
    return this.addresses.list(me.id);
  }

  /** Answers 201 for a new address, 200 for one that the book has already. */
  @RateLimited('profileChangePerAccount')
  @Post()
  @Summary("Adds an address to the caller's address book")
  @Answers(SavedAddress, { status: 201, again: 200 })
  async add(
    @CurrentUser() me: Principal,
    @Body({ schema: AddressInput }) body: AddressInput,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SavedAddress> {
    const { saved, isNew } = await this.addresses.add(me.id, body);
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return saved;
  }

  @RateLimited('profileChangePerAccount')
  @Put(':id')
  @Summary("Changes an address of the caller's address book")
  @Answers(SavedAddress)
  update(@CurrentUser() me: Principal, @PathId() id: number, @Body({ schema: AddressInput }) body: AddressInput) {
    return this.addresses.update(me.id, id, body);
  }

  @Delete(':id')
  @Summary("Deletes an address of the caller's address book")
  @HttpCode(204)
  remove(@CurrentUser() me: Principal, @PathId() id: number) {
    return this.addresses.remove(me.id, id);
  }
}

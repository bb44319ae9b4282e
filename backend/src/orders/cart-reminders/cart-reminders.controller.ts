import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  CartReminder,
  CartReminderChange,
  CartReminderLink,
  ReminderCart,
} from '../../contract/orders/cart-reminders.js';
import { CurrentUser, Public, type Principal } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { CartRemindersService } from './cart-reminders.service.js';

/** Reminders of a cart by e-mail, for accounts that have agreed to them. */
@TaggedAs('Cart reminders')
@Controller('api/cart-reminder')
export class CartRemindersController {
  constructor(private readonly reminders: CartRemindersService) {}

  @Get()
  @Summary('Tells whether the caller has agreed to reminders of their cart')
  @Answers(CartReminder)
  read(@CurrentUser() me: Principal) {
    return this.reminders.read(me.id);
  }

  @RateLimited('cartReminderChangePerAccount')
  @Put()
  @Summary("Gives or withdraws the caller's consent to cart reminders")
  @Answers(CartReminder)
  change(@CurrentUser() me: Principal, @Body({ schema: CartReminderChange }) { is_on }: CartReminderChange) {
    return this.reminders.change(me.id, is_on);
  }

  @RateLimited('cartReminderChangePerAccount')
  @Put('cart')
  @Summary("Keeps the caller's cart for a reminder")
  @HttpCode(204)
  keep(@CurrentUser() me: Principal, @Body({ schema: ReminderCart }) cart: ReminderCart) {
    return this.reminders.keep(me.id, cart);
  }

  @Public()
  @RateLimited('cartReminderLinkPerCaller')
  @Post('confirm')
  @Summary('Confirms cart reminders by their mailed link')
  @HttpCode(204)
  confirm(@Body({ schema: CartReminderLink }) link: CartReminderLink) {
    return this.reminders.confirm(link);
  }

  @Public()
  @RateLimited('cartReminderLinkPerCaller')
  @Post('cancel')
  @Summary('Ends cart reminders by their mailed link')
  @HttpCode(204)
  cancel(@Body({ schema: CartReminderLink }) link: CartReminderLink) {
    return this.reminders.cancel(link);
  }
}

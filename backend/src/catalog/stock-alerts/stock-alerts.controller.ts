import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Detail } from '../../contract/common.js';
import { StockAlertGoods, StockAlertLink, StockAlertRequest } from '../../contract/catalog/stock-alerts.js';
import { OptionalUser, Public, type Principal } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { RateLimited } from '../../platform/rate-limits/rate-limits.js';
import { StockAlertsService } from './stock-alerts.service.js';

/** Alerts about stock, by e-mail. The responses do not reveal whether an address is known. */
@Public()
@TaggedAs('Stock alerts')
@Controller('api/stock-alerts')
export class StockAlertsController {
  constructor(private readonly alerts: StockAlertsService) {}

  @RateLimited('stockAlertPerCaller')
  @Post()
  @Summary('Asks for a mail when sold-out goods have stock again')
  @HttpCode(202)
  @Answers(Detail, { status: 202 })
  request(@Body({ schema: StockAlertRequest }) body: StockAlertRequest, @OptionalUser() user: Principal | null) {
    return this.alerts.request(body, user);
  }

  @RateLimited('stockAlertLinkPerCaller')
  @Post('confirm')
  @Summary('Confirms a stock alert by its mailed link')
  @HttpCode(200)
  @Answers(StockAlertGoods)
  confirm(@Body({ schema: StockAlertLink }) body: StockAlertLink) {
    return this.alerts.confirm(body);
  }

  @RateLimited('stockAlertLinkPerCaller')
  @Post('cancel')
  @Summary('Cancels a stock alert by its mailed link')
  @HttpCode(204)
  cancel(@Body({ schema: StockAlertLink }) body: StockAlertLink) {
    return this.alerts.cancel(body);
  }
}

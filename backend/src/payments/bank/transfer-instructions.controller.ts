import { Controller, Get } from '@nestjs/common';
import { TransferInstructions } from '../../contract/money/bank-transfers.js';
import { CurrentUser, type Principal } from '../../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { PathId } from '../../platform/http/validation.js';
import { TransferInstructionsService } from './transfer-instructions.service.js';

/** Paying orders by bank transfer. */
@TaggedAs('Payments')
@Controller('api')
export class TransferInstructionsController {
  constructor(private readonly instructions: TransferInstructionsService) {}

  @Get('orders/:id/transfer')
  @Summary("Tells how to pay the caller's order by bank transfer")
  @Answers(TransferInstructions)
  read(@CurrentUser() me: Principal, @PathId() id: number) {
    return this.instructions.read(me.id, id);
  }
}

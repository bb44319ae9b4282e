import { Controller, Get } from '@nestjs/common';
import { Customer } from '../contract/administration/customers.js';
import { Admin } from '../platform/http/access.js';
import { Answers, Summary, TaggedAs } from '../platform/openapi/openapi.js';
import { PathId } from '../platform/http/validation.js';
import { CustomersService } from './customers.service.js';

/** Customers with the figures of what they ordered and wrote, for administrators. */
@Admin()
@TaggedAs('Accounts')
@Controller('api/admin/customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Get(':id')
  @Summary('Reads a customer with the figures of their orders')
  @Answers(Customer)
  get(@PathId() id: number) {
    return this.customers.get(id);
  }
}

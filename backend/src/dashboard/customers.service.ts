import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Customer } from '../contract/administration/customers.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { readCustomer } from './customer.sql.js';

/** Customers at a glance. */
@Injectable()
export class CustomersService {
  constructor(private readonly db: DataSource) {}

  /** @throws ShopError 404 for an unknown account; a closed one stays readable */
  async get(id: number): Promise<Customer> {
    const customer = await readCustomer(this.db, id);
    if (!customer) throw ShopError.notFound('Không tìm thấy khách hàng.');
    return customer;
  }
}

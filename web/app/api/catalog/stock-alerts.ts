import type { Detail } from 'contract/common';
import type { StockAlertGoods, StockAlertLink, StockAlertRequest } from 'contract/catalog/stock-alerts';
import { currentUser } from '~/api/account/session';
import { api } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/**
 * Asks for a mail when goods have stock again. The response does not reveal whether the address is known.
 * @throws ApiError 404 for goods that are not sold; 409 when they are in stock
 */
export const requestStockAlert = (body: StockAlertRequest) =>
  (currentUser() === null ? api<Detail> : signed<Detail>)('/api/stock-alerts/', { method: 'POST', body });

/** Confirms an alert with the link of its mail. @throws ApiError 400 when it is used, expired or invalid */
export const confirmStockAlert = (body: StockAlertLink) =>
  api<StockAlertGoods>('/api/stock-alerts/confirm/', { method: 'POST', body });

/** Cancels all alerts of the address that a mail went to. @throws ApiError 400 for an invalid link */
export const cancelStockAlerts = (body: StockAlertLink) =>
  api<void>('/api/stock-alerts/cancel/', { method: 'POST', body });

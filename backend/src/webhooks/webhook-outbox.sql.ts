/**
 * SQL that queues a webhook for each event of an order and each endpoint that wants it. Use it in the statement that inserts the events,
 * so that both commit together. Endpoints are few, so without one it costs a look at a small table.
 * @param events a CTE with the columns `id` and `order_id`
 * @param type the parameter with the webhook's type
 */
export const queueOrderWebhooks = (events: string, type: string) => `
  INSERT INTO webhook_deliveries (endpoint_id, event_id, type, subject_id)
  SELECT w.id, 'evt_order_' || ${events}.id, ${type}::text, ${events}.order_id
  FROM ${events} JOIN webhook_endpoints w ON w.is_active AND ${type}::text = ANY (w.events)`;

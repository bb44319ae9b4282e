import type { Order } from 'contract/orders/orders';
import { useId, useRef, type KeyboardEvent } from 'react';
import { boxStyle } from '~/components/form/field';

interface SendRowsProps {
  orders: readonly Order[];
  codes: Readonly<Record<number, string>>;
  /** Messages by order. */
  errors: Readonly<Record<number, string>>;
  isReadOnly: boolean;
  onChange: (id: number, code: string) => void;
  /** Called by Enter in the last field. */
  onEnd: () => void;
}

/** A field for the tracking code of each order. A scanner ends each code with Enter, which goes to the next field. */
export function SendRows({ orders, codes, errors, isReadOnly, onChange, onEnd }: SendRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  function goOn(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const fields = [...(list.current?.querySelectorAll('input') ?? [])];
    const next = fields[fields.indexOf(event.currentTarget) + 1];
    if (!next) return onEnd();
    next.focus();
    // The next scan replaces what stands there.
    next.select();
  }
  return (
    <ul ref={list} className="grid divide-y divide-line border-y border-line">
      {orders.map((order) => (
        <SendRow
          key={order.id}
          order={order}
          code={codes[order.id] ?? ''}
          error={errors[order.id]}
          isReadOnly={isReadOnly}
          onChange={(code) => onChange(order.id, code)}
          onKeyDown={goOn}
        />
      ))}
    </ul>
  );
}

interface SendRowProps {
  order: Order;
  code: string;
  error?: string;
  isReadOnly: boolean;
  onChange: (code: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function SendRow({ order, code, error, isReadOnly, onChange, onKeyDown }: SendRowProps) {
  const id = useId();
  const { receiver, address, city } = order.shippingAddress;
  return (
    <li className="grid gap-x-4 gap-y-1.5 py-2.5 sm:grid-cols-2 sm:items-center">
      <label htmlFor={id} className="min-w-0 text-sm [overflow-wrap:anywhere]">
        <span className="sr-only">Mã vận đơn của đơn </span>
        <strong className="tabular">#{order.id}</strong> · {receiver || order.user.username}
        <span className="block text-muted">{[address, city].filter(Boolean).join(', ')}</span>
      </label>
      <div className="grid gap-1">
        <input
          id={id}
          type="text"
          placeholder="Mã vận đơn"
          value={code}
          readOnly={isReadOnly}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          className={boxStyle}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="text-sm text-signal">
            {error}
          </p>
        )}
      </div>
    </li>
  );
}

import { Link, useFetcher } from '@remix-run/react';
import type { Session } from 'contract/accounts/auth';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Failure } from '~/api/http/client';
import { Alert } from '~/components/feedback/alert';
import { Badge } from '~/components/display/badge';
import { Button, buttonStyle } from '~/components/form/button';
import { formatTime } from '~/components/display/date';

/**
 * The user's signed-in devices, each with a button that signs it out.
 * @param action path of the page whose action calls `signOutDevices` and whose loader reloads the list
 */
export function DeviceList({ devices, action }: { devices: readonly Session[]; action: string }) {
  const list = useRef<HTMLUListElement>(null);
  const count = useRef(devices.length);
  // The pressed button disappears with its row.
  useEffect(() => {
    if (devices.length < count.current) list.current?.focus();
    count.current = devices.length;
  }, [devices]);
  return (
    <div className="grid max-w-2xl gap-4">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Thiết bị đang đăng nhập"
        className="divide-y divide-line border-y border-line focus:outline-none"
      >
        {devices.map((device) => (
          <Device key={device.id} device={device} action={action} />
        ))}
      </ul>
      {devices.length > 1 ? (
        <SignOut action={action} label="Đăng xuất các thiết bị khác" text="Đăng xuất các thiết bị khác" />
      ) : (
        <p className="text-sm text-muted">Bạn chỉ đăng nhập trên thiết bị này.</p>
      )}
    </div>
  );
}

function Device({ device, action }: { device: Session; action: string }) {
  const { id, device: name, network, created_at: first, last_used_at: last, is_current: isCurrent } = device;
  const Icon = /iPhone|Android|Zalo/.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isCurrent && <Badge tone="success">Thiết bị này</Badge>}
        </p>
        <p className="tabular text-sm text-muted">
          Dùng gần nhất {formatTime(last)}
          {network && `, từ mạng ${network}`}
        </p>
        <p className="tabular text-sm text-muted">Đăng nhập {formatTime(first)}</p>
      </div>
      {isCurrent ? (
        <Link to="/logout" className={buttonStyle({ variant: 'outline', size: 'sm' })}>
          <LogOut aria-hidden="true" className="size-4" />
          Đăng xuất
        </Link>
      ) : (
        <SignOut action={action} id={id} label={`Đăng xuất ${name}, đăng nhập ${formatTime(first)}`} text="Đăng xuất" />
      )}
    </li>
  );
}

interface SignOutProps {
  action: string;
  /** Absent for all other devices. */
  id?: string;
  label: string;
  text: string;
}

function SignOut({ action, id, label, text }: SignOutProps) {
  const fetcher = useFetcher<{ failure?: Failure }>();
  const failure = fetcher.state === 'idle' ? fetcher.data?.failure : undefined;
  return (
    <fetcher.Form method="post" action={action} className="grid gap-3">
      <input type="hidden" name="intent" value="sign-out-device" />
      {id && <input type="hidden" name="id" value={id} />}
      <Button
        type="submit"
        variant="outline"
        size="sm"
        aria-label={label}
        className="justify-self-start"
        isBusy={fetcher.state !== 'idle'}
      >
        {text}
      </Button>
      {failure && <Alert tone="danger">{failure.detail}</Alert>}
    </fetcher.Form>
  );
}

import { useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { SUPPORT_USER_ID } from 'contract/rules';
import { requireShopper } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { ChatWindow } from '~/features/chat/chat-window';
import { privatePage } from '~/components/shop/page-title';

export const meta = privatePage('Tư vấn');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return { userId: (await requireShopper(request)).id };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

/** The shopper's conversation with the shop. */
export default function ShopperChat() {
  const { userId } = useLoaderData<typeof clientLoader>();
  const room = `${SUPPORT_USER_ID}_${userId}`;
  return (
    <main id="main" className="page grid gap-4 py-4 md:py-8">
      <header>
        <h1 className="text-2xl">Tư vấn</h1>
        <p className="text-sm text-muted">
          Hỏi về kích cỡ, chất liệu, đơn hàng: nhân viên của cửa hàng sẽ trả lời bạn tại đây.
        </p>
      </header>
      <div className="h-[max(24rem,calc(100dvh-14rem))] overflow-hidden rounded-lg border border-line bg-surface md:max-w-3xl">
        <ChatWindow key={room} room={room} userId={userId} />
      </div>
    </main>
  );
}

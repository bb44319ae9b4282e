import type { WalletTransaction } from 'contract/money/paybox';
import { Ban, Check, Clock, TriangleAlert } from 'lucide-react';
import type { ShownState } from '~/components/display/state-badge';

/** How the state of a wallet's transaction is shown. */
export const TRANSACTION_STATES = {
  COMPLETED: { label: 'Hoàn tất', tone: 'success', icon: Check },
  PENDING: { label: 'Đang chờ', tone: 'warn', icon: Clock },
  FAILED: { label: 'Thất bại', tone: 'danger', icon: TriangleAlert },
  CANCELLED: { label: 'Đã hủy', tone: 'sand', icon: Ban },
} as const satisfies Record<WalletTransaction['status'], ShownState>;

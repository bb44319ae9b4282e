import type { Product, Variant } from 'contract/catalog/catalog';
import { useState, type FormEvent } from 'react';
import { currentUser } from '~/api/account/session';
import { failureOf, type Failure } from '~/api/http/client';
import { requestStockAlert } from '~/api/catalog/stock-alerts';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { focusOnMount } from '~/components/form/focus/focus';
import { EmailField } from '~/features/account/email-field';
import { SelectField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { SubmitButton } from '~/components/form/submit-button';
import { Modal } from '~/components/overlay/modal';

interface StockAlertModalProps {
  product: Pick<Product, 'id' | 'name' | 'has_variants' | 'variants'>;
  choice: { color: number | null; size: number | null };
  onClose: () => void;
}

/** Asks for an e-mail address, and for one of the sold-out variants. */
export function StockAlertModal({ product, choice, onClose }: StockAlertModalProps) {
  const [failure, setFailure] = useState<Failure>();
  const [confirmation, setConfirmation] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useFirstError(failure);
  const variants = soldOutVariants(product.variants, choice);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const email = textOf(values, 'email').trim();
    if (!email) return setFailure({ detail: '', fields: { email: ['Vui lòng nhập email'] } });
    setBusy(true);
    try {
      const variant = product.has_variants ? Number(textOf(values, 'variant')) : null;
      const { detail } = await requestStockAlert({ product: product.id, variant, email });
      setConfirmation(detail);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal title="Báo khi có hàng" isBusy={isBusy} onClose={onClose} shape="sheet">
      {confirmation !== undefined ? (
        <Sent confirmation={confirmation} onClose={onClose} />
      ) : (
        <form ref={form} noValidate onSubmit={(event) => void send(event)} className="mx-auto grid max-w-md gap-4">
          <p>
            Chúng tôi gửi một email khi <strong className="break-words">{product.name}</strong> có hàng trở lại.
          </p>
          {failure && Object.keys(failure.fields).length === 0 && <Alert tone="danger">{failure.detail}</Alert>}
          {product.has_variants && (
            <SelectField label="Màu sắc và kích cỡ đã hết" name="variant">
              {variants.map(({ id, color, size }) => (
                <option key={id} value={id}>
                  {color.name} · {size.name}
                </option>
              ))}
            </SelectField>
          )}
          <EmailField
            defaultValue={currentUser()?.email}
            error={failure?.fields.email}
            hint="Chỉ dùng để gửi thông báo có hàng. Ngừng nhận bất cứ lúc nào bằng liên kết trong email."
          />
          <SubmitButton after={failure} size="lg" isBusy={isBusy}>
            Báo cho tôi
          </SubmitButton>
        </form>
      )}
    </Modal>
  );
}

function Sent({ confirmation, onClose }: { confirmation: string; onClose: () => void }) {
  return (
    <div ref={focusOnMount} className="mx-auto grid max-w-md gap-4 focus:outline-none">
      <Alert tone="success">{confirmation}</Alert>
      <p className="text-sm text-muted">
        Không thấy email? Hãy xem cả hộp thư rác. Nếu bạn từng ngừng nhận thông báo có hàng: đặt lại mật khẩu qua email
        đó, rồi đăng nhập và thử lại.
      </p>
      <Button onClick={onClose}>Đóng</Button>
    </div>
  );
}

/** The sold-out variants that match the choice; all of them when none does. */
function soldOutVariants(variants: readonly Variant[], { color, size }: StockAlertModalProps['choice']) {
  const out = variants.filter(({ stock_quantity: stock }) => stock === 0);
  const chosen = out.filter(
    (each) => (color === null || each.color.id === color) && (size === null || each.size.id === size),
  );
  return chosen.length > 0 ? chosen : out;
}

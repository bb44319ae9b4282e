import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { saveBlob } from '~/components/display/save-file';

/** The recovery codes, shown only once. */
export function NewRecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  return (
    <div className="grid max-w-2xl gap-4">
      <Alert tone="warning">
        Lưu mười mã khôi phục này ở nơi an toàn, ngoài điện thoại. Mỗi mã thay cho ứng dụng xác thực một lần; các mã này
        chỉ hiện một lần.
      </Alert>
      <ul aria-label="Mã khôi phục" className="tabular grid grid-cols-2 gap-2 font-mono text-base sm:grid-cols-3">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveBlob('may-ma-khoi-phuc.txt', new Blob([`${codes.join('\n')}\n`]))}
        >
          Tải về dạng tệp
        </Button>
        <Button size="sm" onClick={onSaved}>
          Tôi đã lưu các mã
        </Button>
      </div>
    </div>
  );
}

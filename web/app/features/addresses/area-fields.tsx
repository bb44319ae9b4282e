import { useState } from 'react';
import { ComboboxField } from '~/components/form/combobox-field';
import { findProvinces, findUnits, isProvinceCode, provinceNamed, type Ward } from './units';
import { useWards } from './use-wards';
import { isInVietnam, type AddressErrors } from './address-checks';
import { type AddressDraft } from './address-draft';

/** Wards shown at once; the rest is found by typing on. */
const MAX_WARDS = 40;

interface AreaFieldsProps {
  draft: AddressDraft;
  errors: AddressErrors;
  onChange: (change: Partial<AddressDraft>) => void;
}

/**
 * Province and ward, found by their names of today or of before July 2025. Any other text stays. A choice fills in the postal
 * code, unless the shopper typed one of their own.
 */
export function AreaFields({ draft, errors, onChange }: AreaFieldsProps) {
  const isKnown = isInVietnam(draft);
  const province = isKnown ? provinceNamed(draft.city) : null;
  const wards = useWards(province?.unit ?? null);
  const withCode = (postalCode: string) =>
    draft.postalCode.trim() === '' || isProvinceCode(draft.postalCode.trim()) ? { postalCode } : {};

  /** The province that the ward is of, also while another name is being typed. */
  const [settled, setSettled] = useState(province?.unit);
  if (province && province.unit !== settled) setSettled(province.unit);

  function changeCity(city: string) {
    const named = isKnown ? provinceNamed(city) : null;
    const isMoved = named && settled && named.unit !== settled;
    onChange({
      city,
      ...(named?.former === null && withCode(named.unit.postalCode)),
      // Ward and code of another province are wrong, whoever typed them.
      ...(isMoved && { ward: '', postalCode: named.unit.postalCode }),
    });
  }
  function chooseWard(name: string) {
    const ward = typeof wards !== 'string' && wards.find((each) => each.name === name);
    onChange({ ward: name, ...(ward && withCode(ward.postalCode)) });
  }

  let wardHint: string | undefined;
  if (isKnown && !province) wardHint = 'Chọn tỉnh/thành phố trước để có gợi ý.';
  if (wards === 'failed') wardHint = 'Không tải được danh sách; bạn cứ nhập tên phường/xã.';
  return (
    <>
      <ComboboxField
        label="Tỉnh/Thành phố"
        name="city"
        value={draft.city}
        find={(typed) =>
          (isKnown ? findProvinces(typed) : []).map(({ unit, former }) => ({
            value: unit.name,
            note: former && `gồm ${former} trước đây`,
          }))
        }
        status={isKnown ? undefined : ''}
        onType={changeCity}
        onChoose={changeCity}
        error={errors.city}
        hint={
          province?.former ? (
            <>
              {province.former} nay thuộc {province.unit.name}.{' '}
              <button
                type="button"
                className="text-accent underline underline-offset-4"
                onClick={() => changeCity(province.unit.name)}
              >
                Dùng tên mới
              </button>
            </>
          ) : undefined
        }
        required
        maxLength={255}
        autoComplete="address-level1"
      />
      <ComboboxField
        label="Phường/Xã"
        name="ward"
        value={draft.ward}
        find={(typed) =>
          findUnits<Ward>(typeof wards === 'string' ? [] : wards, typed)
            .slice(0, MAX_WARDS)
            .map(({ unit, former }) => ({ value: unit.name, note: former && `trước là ${former}` }))
        }
        status={wards === 'loading' ? 'Đang tải phường, xã…' : undefined}
        onType={(ward) => onChange({ ward })}
        onChoose={chooseWard}
        error={errors.ward}
        hint={wardHint}
        maxLength={255}
        autoComplete="address-level3"
        placeholder={province ? 'Tên mới hoặc tên cũ, ví dụ Quận 1' : undefined}
      />
    </>
  );
}

import { useState } from 'react';
import { ComboboxField } from '~/components/form/combobox/combobox-field';
import {
  findProvinces,
  findUnits,
  isProvinceCode,
  provinceNamed,
  type Province,
  type UnitMatch,
  type Ward,
} from './units';
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
 * Province and ward, found by their current names or those before July 2025. Any other text stays. A choice fills in the postal
 * code, unless the shopper typed one of their own.
 */
export function AreaFields({ draft, errors, onChange }: AreaFieldsProps) {
  const isKnown = isInVietnam(draft);
  const province = isKnown ? provinceNamed(draft.city) : null;
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
      ...(named && withCode(named.unit.postalCode)),
      // Ward and code of another province are wrong, whoever typed them.
      ...(isMoved && { ward: '', postalCode: named.unit.postalCode }),
    });
  }

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
        hint={province?.former ? <NewName {...province} onChoose={changeCity} /> : undefined}
        required
        maxLength={255}
        autoComplete="address-level1"
      />
      <WardField
        ward={draft.ward}
        error={errors.ward}
        province={province?.unit ?? null}
        isExpected={isKnown}
        onType={(ward) => onChange({ ward })}
        onChoose={({ name, postalCode }) => onChange({ ward: name, ...withCode(postalCode) })}
      />
    </>
  );
}

/** Says that the province has another name since July 2025, and offers it. */
const NewName = ({ unit, former, onChoose }: UnitMatch<Province> & { onChoose: (name: string) => void }) => (
  <>
    {former} nay thuộc {unit.name}.{' '}
    <button type="button" className="text-accent underline underline-offset-4" onClick={() => onChoose(unit.name)}>
      Dùng tên mới
    </button>
  </>
);

interface WardFieldProps {
  ward: string;
  error: string | undefined;
  province: Province | null;
  /** Whether the address has a province whose wards can be offered. */
  isExpected: boolean;
  onType: (ward: string) => void;
  onChoose: (ward: Ward) => void;
}

function WardField({ ward, error, province, isExpected, onType, onChoose }: WardFieldProps) {
  const loaded = useWards(province);
  const wards = typeof loaded === 'string' ? [] : loaded;
  let hint: string | undefined;
  if (isExpected && !province) hint = 'Chọn tỉnh/thành phố trước để có gợi ý.';
  if (loaded === 'failed') hint = 'Không tải được danh sách; bạn cứ nhập tên phường/xã.';
  return (
    <ComboboxField
      label="Phường/Xã"
      name="ward"
      value={ward}
      find={(typed) =>
        findUnits<Ward>(wards, typed)
          .slice(0, MAX_WARDS)
          .map(({ unit, former }) => ({ value: unit.name, note: former && `trước là ${former}` }))
      }
      status={loaded === 'loading' ? 'Đang tải phường, xã…' : undefined}
      onType={onType}
      onChoose={(name) => {
        const chosen = wards.find((each) => each.name === name);
        if (chosen) onChoose(chosen);
      }}
      error={error}
      hint={hint}
      maxLength={255}
      autoComplete="address-level3"
      placeholder={province ? 'Tên mới hoặc tên cũ, ví dụ Quận 1' : undefined}
    />
  );
}

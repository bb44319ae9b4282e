import { CARRIERS, CARRIER_NAMES } from 'contract/orders/carriers';
import type { ComponentProps } from 'react';
import { SelectField } from '~/components/form/field';

interface CarrierFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  /** Offers to choose none: nothing is chosen yet. */
  canBeEmpty: boolean;
}

/** The select of a parcel's carrier. */
export const CarrierField = ({ canBeEmpty, ...select }: CarrierFieldProps) => (
  <SelectField label="Đơn vị vận chuyển" required {...select}>
    {canBeEmpty && <option value="">Chọn đơn vị</option>}
    {CARRIERS.map((carrier) => (
      <option key={carrier} value={carrier}>
        {CARRIER_NAMES[carrier]}
      </option>
    ))}
  </SelectField>
);

import { orderAddress, type AddressDraft } from './address-draft';

/** An address as it stands on a parcel. */
export function AddressLines({ draft }: { draft: AddressDraft }) {
  const { receiver, phone, address, city, postalCode, country } = orderAddress(draft);
  return (
    <address className="[overflow-wrap:anywhere] not-italic">
      {(receiver || phone) && <p className="font-medium">{[receiver, phone].filter(Boolean).join(' · ')}</p>}
      <p>{address}</p>
      <p>{[city, postalCode, country].join(', ')}</p>
    </address>
  );
}

/** @returns the address of a product's page, with the colour and size that are chosen there, by ids */
export function productAddress(id: number, color?: number | null, size?: number | null): string {
  const query = [color && `color=${color}`, size && `size=${size}`].filter(Boolean).join('&');
  return `/products/${id}${query && `?${query}`}`;
}

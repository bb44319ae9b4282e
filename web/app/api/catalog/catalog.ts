import type {
  Brand,
  Category,
  Color,
  ListProduct,
  Product,
  ProductPage,
  ListedSize,
  Variant,
} from 'contract/catalog/catalog';
import type { Suggestions } from 'contract/search/suggestions';
import { api } from '~/api/http/client';
import type { Query } from '~/api/http/client';

/** A page of products with the facet counts; `query` holds the contract's filters, sort and page. */
export const listProducts = (query: Query, signal?: AbortSignal) =>
  api<ProductPage>('/api/products/', { query, signal });

export const getProduct = (id: number, signal?: AbortSignal) => api<Product>(`/api/products/${id}/`, { signal });

/** The products of the shop among at most 12 ids, in their order. */
export const listCards = (ids: readonly number[], signal?: AbortSignal) =>
  api<ListProduct[]>('/api/products/cards/', { query: { ids: ids.join(',') }, signal });

/** Suggestions for the text typed so far. */
export const getSuggestions = (q: string, signal?: AbortSignal) =>
  api<Suggestions>('/api/search/suggest/', { query: { q }, signal });

/** Up to four related products. */
export const listRelated = (id: number) => api<ListProduct[]>(`/api/products/${id}/related/`);

/** The variant of a colour and size with its current price and stock. @throws ApiError 404 when there is none */
export const getVariant = (id: number, colorId: number, sizeId: number, signal?: AbortSignal) =>
  api<Variant>(`/api/products/${id}/variants/${colorId}/${sizeId}/`, { signal });

export const listBrands = (signal?: AbortSignal) => api<Brand[]>('/api/brands/', { signal });
export const listCategories = (signal?: AbortSignal) => api<Category[]>('/api/category/', { signal });
export const listColors = (signal?: AbortSignal) => api<Color[]>('/api/colors/', { signal });
/** All sizes in the order in which they are shown: the API lists them by name. */
export const listSizes = async (signal?: AbortSignal) =>
  (await api<ListedSize[]>('/api/sizes/', { signal })).sort((a, b) => a.position - b.position);

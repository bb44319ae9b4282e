import { readSearch, searchHref, toApiQuery, withoutFilters } from '~/routes/shop/search/search-query';

const read = (query: string) => readSearch(new URLSearchParams(query));

test('a URL is parsed into filters, sort order and page', () => {
  expect(read('keyword=áo+thun&category=2&brand=3&price=4&color=3,1&size=2&in_stock=1&sort=price-asc&page=5')).toEqual({
    keyword: 'áo thun',
    category: 2,
    brand: 3,
    price: 4,
    color: [1, 3],
    size: [2],
    inStock: true,
    sort: 'price-asc',
    page: 5,
  });
});

test('invalid values in a search URL count as absent', () => {
  const nothing = read('');
  expect(read('category=-1&brand=abc&price=9&color=x,0&sort=cheap&page=0&in_stock=maybe')).toEqual(nothing);
  expect(read('page=1e3&brand=99999999999')).toEqual(nothing);
});

test("a form's repeated boxes mean the same as a link's list", () => {
  expect(read('color=1&color=3&color=1')).toEqual(read('color=3,1'));
});

test('each result has one URL: defaults are left out', () => {
  expect(searchHref(read('keyword=&brand=0&category=0&page=1'))).toBe('/search');
  expect(searchHref(read('color=3&color=1&brand=2'))).toBe('/search?brand=2&color=1%2C3');
});

test('changing a filter or the sort order returns to page 1; turning a page keeps both', () => {
  const search = read('brand=2&page=4');
  expect(searchHref(search, { price: 3 })).toBe('/search?brand=2&price=3');
  expect(searchHref(search, { sort: 'sold-desc' })).toBe('/search?brand=2&sort=sold-desc');
  expect(searchHref(search, { page: 5 })).toBe('/search?brand=2&page=5');
});

test('clearing the filters keeps keyword and sort order', () => {
  expect(searchHref(withoutFilters(read('keyword=đầm&brand=2&in_stock=1&sort=price-desc&page=2')))).toBe(
    `/search?${new URLSearchParams({ keyword: 'đầm', sort: 'price-desc' }).toString()}`,
  );
});

test('the request always has a page, so that the server counts', () => {
  expect(toApiQuery(read(''))).toMatchObject({ page: 1, page_size: 12 });
  expect(toApiQuery(read('page=3&size=1,2'))).toMatchObject({ page: 3, page_size: 12, size: '1,2' });
});

import { act } from '@testing-library/react';
import { createRemixStub } from '@remix-run/testing';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Footer } from '~/routes/shop/layout/footer';

test('a page of last year, or a device whose clock is in another one, is taken over as the server rendered it', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {}); // the router's effects do nothing on a server
  const Page = createRemixStub([{ path: '/', Component: () => <Footer categories={[]} settings={null} /> }]);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Page />);
  const year = new Date().getFullYear();
  expect(container).toHaveTextContent(`© ${year} MAY`);
  jest.spyOn(Date.prototype, 'getFullYear').mockReturnValue(year + 1);
  const errors: unknown[] = [];
  await act(async () => {
    hydrateRoot(container, <Page />, { onRecoverableError: (error) => errors.push(error) });
  });
  expect(errors).toEqual([]);
});

import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, useActionData, useLoaderData } from '@remix-run/react';

function Greeting() {
  const { name } = useLoaderData<{ name: string }>();
  const answer = useActionData<{ said: string }>();
  return (
    <Form method="post">
      <p>Chào {name}</p>
      <input name="words" aria-label="Lời" />
      <button>Gửi</button>
      <output>{answer?.said}</output>
    </Form>
  );
}

test('a route with loader and action works in the test environment', async () => {
  const Shop = createRemixStub([
    {
      path: '/',
      Component: Greeting,
      loader: () => ({ name: 'Lan' }),
      action: async ({ request }) => ({ said: (await request.formData()).get('words') }),
    },
  ]);
  render(<Shop />);
  expect(await screen.findByText('Chào Lan')).toBeVisible();

  await userEvent.type(screen.getByLabelText('Lời'), 'xin chào');
  await userEvent.click(screen.getByRole('button', { name: 'Gửi' }));

  expect(await screen.findByText('xin chào')).toBeVisible();
});

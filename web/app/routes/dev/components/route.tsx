import type { MetaFunction } from '@remix-run/react';
import { AdminParts } from './admin-parts';
import { DisplayParts } from './display-parts';
import { FeedbackParts } from './feedback-parts';
import { FormParts } from './form-parts';
import { OverlayParts } from './overlay-parts';
import { ShopParts } from './shop-parts';

export const meta: MetaFunction = () => [{ title: 'Components' }, { name: 'robots', content: 'noindex' }];

/**
 * Every part of `components/` in its states. The page exists under `npm run dev` only. `?open=` opens a dialog at once:
 * `dialog`, `wide`, `sheet`, `side`, `confirm`, `in-use`, `form`.
 */
export default function Components() {
  return (
    <main className="page grid gap-12 py-8">
      <h1 className="text-3xl font-bold">Components</h1>
      <FormParts />
      <FeedbackParts />
      <DisplayParts />
      <OverlayParts />
      <ShopParts />
      <AdminParts />
    </main>
  );
}

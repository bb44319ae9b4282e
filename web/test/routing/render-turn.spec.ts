/** @jest-environment node */
import { renderTurn } from '~/routing/render-turn';

test('pages that are ready at once are rendered in different turns of the event loop', async () => {
  let turn = 0;
  let isDone = false;
  (function count() {
    turn += 1;
    if (!isDone) setImmediate(count);
  })();
  const turns = await Promise.all([1, 2, 3].map(() => renderTurn().then(() => turn)));
  isDone = true;
  expect(new Set(turns).size).toBe(3);
});

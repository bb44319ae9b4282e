import { openShop, shop } from '../../support/client.js';

openShop();

test('a trigger that joins the rows before and after a change may not compare each with each', async () => {
  const functions: { name: string; settings: string[] | null }[] = await shop().db.query(
    `SELECT proname AS name, proconfig AS settings FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosrc ~ '(JOIN|,)\\s+(old|new)_rows' ORDER BY proname`,
  );
  expect(functions.map(({ name }) => name)).toContain('variants_changed');
  for (const { name, settings } of functions)
    expect([name, settings]).toEqual([name, ['enable_nestloop=off', 'jit=off']]);
});

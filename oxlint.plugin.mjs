// @ts-check
/** Rules of this project that oxlint does not have: syntax that a selector finds, each with what to write instead. */

const RAW_QUERY = {
  selector: "CallExpression[callee.property.name='query']",
  message: 'Use a repository, or a named function in *.sql.ts that says why it is by hand.',
};
const BARE_TRANSACTION = {
  selector: "CallExpression[callee.property.name='transaction'][callee.object.property.name=/^(db|manager)$/]",
  message: 'Use inTransaction(): it retries after a deadlock.',
};

const PARAMS = '/(^p|P)arams$/';
const TOO_NEW_OF_PARAMS = [
  `MemberExpression[property.name='size']:matches([object.name=${PARAMS}], [object.property.name=${PARAMS}])`,
  `CallExpression[callee.property.name=/^(has|delete)$/][arguments.length=2]:matches([callee.object.name=${PARAMS}], [callee.object.property.name=${PARAMS}])`,
].map((selector) => ({ selector, message: 'Safari 16.4 does not have it: compare toString(), or use getAll().' }));

/** A test that sleeps is slow, and fails on a busy machine. */
const SLEEP = [
  "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout']",
  "ImportDeclaration[source.value='node:timers/promises'] ImportSpecifier[imported.name='setTimeout']",
].map((selector) => ({
  selector,
  message: 'Wait for a fact with until(), or move the clock with passTime() or jest’s fake timers.',
}));
const TIMED = {
  selector:
    "CallExpression[callee.name='expect'] BinaryExpression[operator='-'] CallExpression[callee.property.name='now']",
  message: 'Time is measured by npm run bench, not by tests.',
};

/** A test that reads at once after its own SQL may still be answered from a cache. */
const CATALOGUE =
  '/(UPDATE|INSERT INTO|DELETE FROM) (products|brands|categories|colors|sizes|variants|product_images|product_sales|reviews|search_synonyms|search_pins)\\b/';
const UNHEARD_CHANGE = ['arguments.0.value', 'arguments.0.quasis.0.value.raw'].map((text) => ({
  selector: `CallExpression[callee.property.name='query'][callee.object.property.name='db'][callee.object.object.callee.name='shop'][${text}=${CATALOGUE}]`,
  message: 'Use changeCatalogue(): it waits until the shop has heard of the change.',
}));

export default {
  meta: { name: 'may' },
  rules: {
    'no-raw-query': forbid([RAW_QUERY, BARE_TRANSACTION]),
    'no-new-params': forbid(TOO_NEW_OF_PARAMS),
    'no-timed-test': forbid([...SLEEP, ...UNHEARD_CHANGE, TIMED]),
  },
};

/**
 * A rule that reports what selectors find (https://github.com/estools/esquery).
 *
 * @param {{ selector: string, message: string }[]} syntax
 */
function forbid(syntax) {
  return {
    create: (/** @type {{ report: (problem: { node: unknown, message: string }) => void }} */ context) =>
      Object.fromEntries(
        syntax.map(({ selector, message }) => [
          selector,
          (/** @type {unknown} */ node) => context.report({ node, message }),
        ]),
      ),
  };
}

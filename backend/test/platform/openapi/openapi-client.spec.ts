import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { openShop, shop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

const run = promisify(execFile);

/** Inside the project, so that the program finds its packages. */
const CACHE = path.join(import.meta.dirname, '../../../../.cache');

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmitOnError: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** @returns what the compiler says of a program */
function compile(file: string): string[] {
  const program = ts.createProgram([file], OPTIONS);
  const diagnostics = ts.getPreEmitDiagnostics(program);
  program.emit();
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('a client generated from the document compiles, and buys', async () => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, 'client-'));
  try {
    const { body } = await visitor().get('/api/openapi.json');
    writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(body));
    await run('npx', ['openapi-typescript', 'openapi.json', '--output', 'api.ts'], { cwd: folder });
    cpSync(path.join(import.meta.dirname, 'fixtures/buyer.ts.template'), path.join(folder, 'buyer.ts'));
    expect(compile(path.join(folder, 'buyer.ts'))).toEqual([]);

    const shopper = await given.shopper({ balance: 200_000 });
    const product = await given.product({ price: 100_000 });
    const options = { baseUrl: shop().url, headers: { Authorization: `JWT ${shopper.access}` } };
    writeFileSync(
      path.join(folder, 'main.js'),
      `import createClient from 'openapi-fetch';
      import { buy } from './buyer.js';
      console.log(JSON.stringify(await buy(createClient(${JSON.stringify(options)}), ${product})));`,
    );
    const { stdout } = await run(process.execPath, [path.join(folder, 'main.js')]);
    expect(JSON.parse(stdout)).toEqual({ status: 'paid', paid: 105_000 });
    expect(await shopper.balance()).toBe(95_000);

    // The types are not `any`: a field that the document does not have is an error.
    writeFileSync(
      path.join(folder, 'wrong.ts'),
      `import type { components } from './api';
      export const wrong = (product: components['schemas']['Product']) => product.prize;`,
    );
    expect(compile(path.join(folder, 'wrong.ts'))).toEqual([expect.stringContaining("'prize'")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

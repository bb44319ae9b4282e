import 'reflect-metadata';
import { createApp } from './app.js';
import { Config } from './config.js';
import { prepareDatabase } from './db/prepare.js';
import { runProcess } from './process.js';

await runProcess(async () => {
  const config = Config.ofProcess();
  await prepareDatabase(config);
  const app = await createApp(config);
  await app.listen(config.listen.port, config.listen.host);
  const address = app.getHttpServer().address() as { port: number };
  return { port: address.port, close: () => app.close() };
});

import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pinoHttp } from 'pino-http';
import { QueryFailedError } from 'typeorm';
import { Config } from '../../../src/platform/config/config.js';
import { logOptions } from '../../../src/platform/http/request-log.js';

const options = logOptions(
  Config.from({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: 'postgres://localhost/none' }),
);

/** The line that the log has for an error. */
function lineOf(err: Error): { err: Record<string, unknown> } {
  const lines: string[] = [];
  pinoHttp(options, { write: (line: string) => void lines.push(line) }).logger.error({ err }, 'POST /auth/users/');
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0]!) as { err: Record<string, unknown> };
}

test('a failed statement is logged by its text and code, without its parameters, the row or the connection', () => {
  const driverError = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key_key"'), {
    code: '23505',
    constraint: 'users_email_key_key',
    detail: 'Key (email_key)=(lan@example.com) already exists.',
    client: { user: 'may', database: 'may' },
  });
  const query = 'INSERT INTO users (email, password_hash) VALUES ($1, $2)';
  const line = lineOf(new QueryFailedError(query, ['lan@example.com', '$argon2id$secret'], driverError));
  expect(JSON.stringify(line)).not.toMatch(/lan@example|argon2id|"client"/);
  expect(line.err).toMatchObject({
    message: driverError.message,
    code: '23505',
    constraint: driverError.constraint,
    query,
  });
  expect(line.err.stack).toContain('request-log.unit.spec');
});

test('the errors that an error gathers are logged likewise', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), {
    code: 'ECONNREFUSED',
    parameters: ['lan'],
  });
  const { err } = lineOf(new AggregateError([refused], 'no address answers'));
  expect(err.aggregateErrors).toEqual([
    { type: 'Error', message: refused.message, stack: refused.stack, code: 'ECONNREFUSED' },
  ]);
});

test('the line of a failed call has its status, and no error that merely repeats it', () => {
  const lines: string[] = [];
  const log = pinoHttp(
    { ...options, level: 'info', autoLogging: true },
    { write: (line: string) => void lines.push(line) },
  );
  const line = (event: 'finish' | 'error', error?: Error) => {
    const request = new IncomingMessage(new Socket());
    const response = new ServerResponse(request);
    response.writeHead(503);
    log(request, response);
    response.emit(event, error);
    return JSON.parse(lines.pop()!) as Record<string, unknown>;
  };
  expect(line('finish')).toMatchObject({ res: { statusCode: 503 } });
  expect(line('finish')).not.toHaveProperty('err');
  expect(line('error', new Error('broken pipe'))).toMatchObject({ err: { message: 'broken pipe' } });
});

import { counter, events } from '../../../src/platform/metrics/registry.js';

const linesOf = async (name: string) => (await events.getSingleMetricAsString(name)).split('\n').slice(2);

test('a counter with the values of its labels begins at 0 in each series', async () => {
  const counted = counter('may_tries_total', 'Tries.', { kind: ['a', 'b'], result: ['sent', 'failed'] });
  counted.inc({ kind: 'b', result: 'sent' });
  expect(await linesOf('may_tries_total')).toEqual([
    'may_tries_total{kind="a",result="sent"} 0',
    'may_tries_total{kind="a",result="failed"} 0',
    'may_tries_total{kind="b",result="sent"} 1',
    'may_tries_total{kind="b",result="failed"} 0',
  ]);
});

test('a counter whose values are not known before begins with its first event', async () => {
  const counted = counter('may_answers_total', 'Answers.', ['route']);
  expect(await linesOf('may_answers_total')).toEqual([]);
  counted.inc({ route: '/api' });
  expect(await linesOf('may_answers_total')).toEqual(['may_answers_total{route="/api"} 1']);
});

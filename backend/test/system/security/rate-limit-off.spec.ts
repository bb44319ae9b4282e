import { Talker } from '../../chat/talker.js';
import { openShop } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop({ RATE_LIMIT: 'off' });

test('RATE_LIMIT=off lets a user have as many chat sockets as they open', async () => {
  const shopper = await given.shopper();
  const talkers = [];
  for (let n = 0; n < 20; n += 1) talkers.push(await Talker.enter(shopper, `1_${shopper.id}`));
  talkers[0]?.say({ message: 'vẫn còn đây' });
  await Promise.all(talkers.map((talker) => talker.hears(1)));
  talkers.forEach((talker) => talker.leave());
});

test('RATE_LIMIT=off lifts the limits of the chat too: of messages, and of frames of any kind', async () => {
  const shopper = await given.shopper();
  const talker = await Talker.enter(shopper, `1_${shopper.id}`);
  for (let n = 0; n < 60; n += 1) talker.say({ message: `${n}` });
  for (let n = 0; n < 60; n += 1) talker.say('nonsense');
  await talker.hears(60);
  await talker.isRefused(60);
  expect(talker.closed).toBeUndefined();
  talker.leave();
});

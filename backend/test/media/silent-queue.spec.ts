import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import sharp from 'sharp';
import request from 'supertest';
import { Avatar } from '../../src/contract/accounts/profile.js';
import { AdminTaxonomyItem } from '../../src/contract/catalog/taxonomy.js';
import { MEDIA_QUEUE } from '../../src/media/pictures.js';
import { answer, openShop, shop } from '../support/client.js';
import { given } from '../support/given.js';

openShop();

test.each(['never answers', 'refuses'])('uploads are answered while the queue of pictures %s', async (how) => {
  const queue = shop().app.get<Queue>(getQueueToken(MEDIA_QUEUE), { strict: false });
  const add = jest.spyOn(queue, 'addBulk');
  if (how === 'refuses') add.mockRejectedValue(new Error('Redis is lost'));
  else add.mockReturnValue(new Promise(() => undefined));
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#2040c0' } })
    .jpeg()
    .toBuffer();
  const send = (call: string, field: string, { access }: { access?: string }) =>
    request(shop().url)
      .post(call)
      .set('Authorization', `JWT ${access}`)
      .timeout(10_000)
      .attach(field, picture, { filename: 'a.jpg', contentType: 'image/jpeg' });
  answer(await send('/auth/users/avatar/', 'avatar', await given.shopper()), Avatar);
  const brand = send('/api/brands/', 'image', await given.admin()).field('title', `Sương ${how}`);
  answer(await brand, AdminTaxonomyItem, 201);
  expect(add).toHaveBeenCalledTimes(2);
});

import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ACCESS, CurrentActor } from '../../src/platform/http/access.js';
import { openShop, shop } from '../support/client.js';

openShop();

type Parameters = Record<string, { factory?: unknown }> | undefined;
const factoriesOf = (target: object, method: string) =>
  Object.values((Reflect.getMetadata(ROUTE_ARGS_METADATA, target, method) as Parameters) ?? {}).map(
    ({ factory }) => factory,
  );

class Probe {
  run(@CurrentActor() _actor: unknown): void {}
}

test('every call by which administrators change something knows who makes it, so that the audit log can tell', () => {
  const isActor = (factory: unknown) => factory === factoriesOf(Probe, 'run')[0];
  const controllers = [...shop().app.get(ModulesContainer).values()].flatMap((each) => [...each.controllers.values()]);
  const calls = controllers.flatMap(({ metatype }) => {
    const controller = metatype as { name: string; prototype: Record<string, object> };
    return new MetadataScanner().getAllMethodNames(controller.prototype).flatMap((method) => {
      const handler = controller.prototype[method]!;
      if (!Reflect.hasMetadata(PATH_METADATA, handler)) return [];
      const access: unknown = Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
      const isRead = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
      if (access !== 'admin' || isRead) return [];
      return [{ name: `${controller.name}.${method}`, isKnown: factoriesOf(controller, method).some(isActor) }];
    });
  });
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.filter(({ isKnown }) => !isKnown).map(({ name }) => name)).toEqual([]);
});

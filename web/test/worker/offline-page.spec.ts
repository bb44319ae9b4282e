import '../../worker/offline-page';

/** jsdom reloads nothing, and says so. */
let reloads: jest.SpyInstance;
beforeEach(() => {
  reloads = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const happen = (name: string) => window.dispatchEvent(new Event(name));

test('the offline page opens the wanted page as soon as there is a network', () => {
  happen('online');
  expect(reloads).toHaveBeenCalledTimes(1);
});

test('the offline page stays away while the visitor leaves for another page, until they come back', () => {
  happen('beforeunload');
  happen('online');
  expect(reloads).not.toHaveBeenCalled();
  happen('pageshow');
  happen('online');
  expect(reloads).toHaveBeenCalledTimes(1);
});

import { scrollBehavior } from '~/lib/scroll-behavior';

test.each([
  [true, 'auto'],
  [false, 'smooth'],
])('with a wish for less motion that is %s, scripts scroll "%s"', (isReduced, behavior) => {
  const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: isReduced } as MediaQueryList);
  expect(scrollBehavior()).toBe(behavior);
  expect(media).toHaveBeenCalledWith('(prefers-reduced-motion: reduce)');
});

// Brings `toBeVisible()` and the like, to jest and to its types.
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A machine that is busy with other tests is slow, not wrong.
configure({ asyncUtilTimeout: 15_000 });

// A test begins as a new visitor's browser does, and what it stands in for ends with it.
beforeEach(() => {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

// jsdom knows the element, and not how it opens. Some tests run without a document.
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}

// jsdom has no media queries: every one matches, and none changes.
if (typeof window !== 'undefined') {
  window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList;
}

// jsdom lays nothing out: nothing comes into view.
if (typeof window !== 'undefined') {
  window.IntersectionObserver ??= class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
}

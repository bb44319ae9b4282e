import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fireEvent, render, screen } from '@testing-library/react';
import { RepeatEarlyPress } from '~/routing/early-press/repeat-early-press';

const script = readFileSync(path.join(import.meta.dirname, '../../app/routing/early-press/early-press.js'), 'utf8');

/** Presses that have reached the page, by the text of their button. */
let presses: string[];

/** A page whose scripts have not arrived: its buttons work, though nothing could know that yet. */
beforeEach(() => {
  presses = [];
  document.body.innerHTML =
    '<button data-early><span>Thêm</span></button><button data-early>Mua</button><button>Khác</button><a href="#x">Đi</a>';
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => presses.push(button.textContent));
  window.eval(script);
});
afterEach(() => void window.takeEarlyPress?.());

const press = (text: string) => fireEvent.click(screen.getByText(text));
const busy = () => [...document.querySelectorAll('[aria-busy=true]')].map(({ textContent }) => textContent);
const hydrate = () => render(<RepeatEarlyPress>{null}</RepeatEarlyPress>);

test('an early press waits for the page, shows that it was noticed, and is repeated once', () => {
  press('Thêm');
  expect([presses, busy()]).toEqual([[], ['Thêm']]);
  hydrate();
  expect([presses, busy()]).toEqual([['Thêm'], []]);
  press('Thêm');
  expect([presses, busy()]).toEqual([['Thêm', 'Thêm'], []]);
});

test('of several early presses the last is repeated', () => {
  press('Thêm');
  press('Mua');
  expect(busy()).toEqual(['Mua']);
  hydrate();
  expect(presses).toEqual(['Mua']);
});

test.each<[string, () => void]>([
  ['a link is followed', () => press('Đi')],
  ['the page is left', () => fireEvent(window, new Event('pagehide'))],
])('an early press is void once %s', (_, leave) => {
  press('Thêm');
  leave();
  expect(busy()).toEqual([]);
  hydrate();
  expect(presses).toEqual([]);
});

test('other buttons are left alone', () => {
  press('Khác');
  expect(presses).toEqual(['Khác']);
  hydrate();
  expect(presses).toEqual(['Khác']);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fireEvent, screen } from '@testing-library/react';

/** Each run is a page's load: its own name for the element, as a document can define one only once. */
let loads = 0;
function load() {
  const name = `theme-switch-${++loads}`;
  const script = readFileSync(path.join(import.meta.dirname, '../../app/routing/theme/theme.js'), 'utf8');
  document.documentElement.removeAttribute('data-theme');
  document.head.innerHTML =
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f2">' +
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171512">';
  document.body.innerHTML = `<${name}></${name}>`;
  window.eval(script.replaceAll('theme-switch', name));
}

const barColors = () => [...document.querySelectorAll('meta')].map(({ content }) => content);
const choose = (value: string) => fireEvent.change(screen.getByLabelText('Giao diện'), { target: { value } });

test('the device decides until the visitor chooses', () => {
  load();
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(screen.getByLabelText('Giao diện')).toHaveValue('auto');
  expect(barColors()).toEqual(['#faf7f2', '#171512']);
});

test('a chosen colour scheme holds at once, and when the page is loaded again', () => {
  load();
  choose('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  load();
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(screen.getByLabelText('Giao diện')).toHaveValue('dark');
  expect(barColors()).toEqual(['#171512', '#171512']);
  choose('auto');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(barColors()).toEqual(['#faf7f2', '#171512']);
});

test('a choice in another tab holds in this one', () => {
  load();
  localStorage.setItem('theme', 'light');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(document.documentElement.dataset.theme).toBe('light');
});

test('an invalid stored colour scheme is ignored', () => {
  localStorage.setItem('theme', 'purple"');
  load();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

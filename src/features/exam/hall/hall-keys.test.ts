import { expect, it } from 'vitest';
import { actionOf } from './hall-keys.ts';

const pressed = (key: string, more = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false },
  ...more,
});

it('letters and numbers choose options, in either case', () => {
  expect(['a', 'C', 'h', '1', '9'].map((key) => actionOf(pressed(key), 'page'))).toEqual(
    [0, 2, 7, 0, 8].map((index) => ({ do: 'choose', index })),
  );
  expect(['0', 'i', 'Enter', ' ', 'Tab'].map((key) => actionOf(pressed(key), 'page'))).toEqual(Array(5).fill(null));
});

it('other keys move, mark, strike out and open', () => {
  const names = ['ArrowLeft', 'p', 'ArrowRight', 'N', 'j', 'm', 'l', 'o', 's', 'x', '?', 'Escape'].map(
    (key) => actionOf(pressed(key), 'page')?.do,
  );
  expect(names).toEqual([
    ...['previous', 'previous', 'next', 'next', 'goTo', 'flag', 'language', 'note', 'pad', 'strike', 'help', 'cancel'],
  ]);
});

it('nothing happens while typing, with modifiers, and where the arrow keys choose', () => {
  for (const key of ['a', '1', 'n', 'ArrowRight']) expect(actionOf(pressed(key), 'typing')).toBeNull();
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
    expect(actionOf(pressed('a', more), 'page')).toBeNull();
  expect(actionOf(pressed('ArrowRight'), 'radio')).toBeNull();
  expect(actionOf(pressed('n'), 'radio')).toEqual({ do: 'next' });
});

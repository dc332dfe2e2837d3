import { describe, expect, test } from 'vitest';
import { keyAction, type ComboboxState } from '../../../../src/features/search/box/keys.ts';

const plain = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isComposing: false };
const press = (key: string, state: Partial<ComboboxState> = {}, more: Partial<typeof plain> = {}) =>
  keyAction({ key, ...plain, ...more }, { open: true, active: false, removable: false, filled: true, ...state });

describe('a key in the search box', () => {
  test('moves through the options', () => {
    expect(press('ArrowDown')).toBe('next');
    expect(press('ArrowUp')).toBe('previous');
  });

  test.each(['Home', 'End', 'Enter'])('%s belongs to the text until an option is active', (key) => {
    expect(press(key)).toBeUndefined();
    expect(press(key, { active: true })).toBeDefined();
  });

  test('removes only what can be removed', () => {
    expect(press('Delete', { active: true })).toBeUndefined();
    expect(press('Delete', { active: true, removable: true })).toBe('remove');
  });

  test('closes the list first and clears the text then', () => {
    expect(press('Escape')).toBe('close');
    expect(press('Escape', { open: false })).toBe('clear');
    expect(press('Escape', { open: false, filled: false })).toBeUndefined();
  });

  test('is left to who composes a sign with it', () => {
    for (const key of ['Enter', 'ArrowDown', 'Escape', 'Tab']) expect(press(key, { active: true }, { isComposing: true })).toBeUndefined();
  });

  test('with another key held down is the browser’s, but for leaving backwards', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey'] as const) expect(press('ArrowDown', {}, { [held]: true })).toBeUndefined();
    expect(press('Home', { active: true }, { shiftKey: true })).toBeUndefined();
    expect(press('Tab', {}, { shiftKey: true })).toBe('leave');
  });
});

import { beforeEach, expect, test } from 'vitest';
import { $address, $error, $popups, closeError, closePopup, queuePopups, showError } from '../../../src/features/accounts/popups/store.ts';

beforeEach(() => {
  $popups.set([]);
  $address.set(undefined);
});

test('popups show one after the other', () => {
  queuePopups(['username', 'verify'], 'ada@example.org');
  queuePopups(['password']);
  expect($popups.get()).toEqual(['username', 'verify', 'password']);
  expect($address.get()).toBe('ada@example.org');
  closePopup('username');
  expect($popups.get()).toEqual(['verify', 'password']);
});

test('what waits already is not added again, in other words neither', () => {
  queuePopups(['verify']);
  queuePopups(['drawer', 'verify']);
  expect($popups.get()).toEqual(['verify']);
});

test('a popup that is not the one shown closes nothing', () => {
  queuePopups(['username', 'verify']);
  closePopup('verify');
  expect($popups.get()).toEqual(['username', 'verify']);
});

test('an error shows until it is closed', () => {
  showError('Something went wrong...');
  expect($error.get()).toBe('Something went wrong...');
  closeError();
  expect($error.get()).toBeNull();
});

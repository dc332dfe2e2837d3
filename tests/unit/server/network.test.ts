import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress, networkOf } from '../../../src/server/http/network.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
  ['nonsense', 'unknown'],
  ['1', 'unknown'],
  ['010.1.1.1', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a header says who asks only where a proxy is trusted, and then by its last entry', () => {
  expect(clientAddress(request('127.0.0.1', '203.0.113.7'), false)).toBe('127.0.0.1');
  expect(clientAddress(request('127.0.0.1', '203.0.113.7'), true)).toBe('203.0.113.7');
  expect(clientAddress(request('127.0.0.1', '198.51.100.1, 203.0.113.7'), true)).toBe('203.0.113.7');
  expect(clientAddress(request('127.0.0.1'), true)).toBe('127.0.0.1');
  expect(clientAddress(request('127.0.0.1', '203.0.113.7:5678'), true)).toBe('203.0.113.7');
  expect(clientAddress(request('127.0.0.1', '[2001:db8::1]:5678'), true)).toBe('2001:db8::1');
});

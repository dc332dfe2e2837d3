import { describe, expect, test } from 'vitest';
import { wantsData } from '../../../src/features/rendering/page-call.ts';

const asks = (headers: Record<string, string>) => wantsData(new Headers(headers), 'https://deals.example');

describe('a call for a page', () => {
  test('has its data unless it wants none', () => {
    expect([asks({}), asks({ 'X-Include-Page-Data': '1' }), asks({ 'X-Include-Page-Data': '0' })]).toEqual([true, true, false]);
  });

  test.each([
    ...['', 'true', '01', '2', '1, 1', '0x1', '1.0', 'null'].map((value) => ['X-Include-Page-Data', value]),
    ...['{', 'utm_source=mail', '[]', '"a"', 'null', '{"utm_source":1}', '{"sdxt07":{}}'].map((value) => ['X-Attribution', value]),
    ...['http://', 'https://a b/', 'http://[1/'].map((value) => ['X-Page-Uri', value]),
    ...['a b', 'é', 'a'.repeat(201)].map((value) => ['X-Prior-Event-Id', value]),
  ])('is malformed with %s: %s', (name, value) => {
    expect(() => asks({ [name]: value })).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining(name) as string }),
    );
  });

  test('may say where it comes from, which is used for nothing', () => {
    const said = {
      'X-Page-Uri': '/all?page=2',
      'X-Prior-Event-Id': '6f1c-9',
      'X-Attribution': '{"utm_source":"mail","sdxt00":"a","utm_term":null,"other":1}',
    };
    expect(asks(said)).toBe(true);
    expect(asks({ 'X-Page-Uri': 'https://deals.example/f/1-a', 'X-Attribution': '', 'X-Prior-Event-Id': '' })).toBe(true);
  });
});

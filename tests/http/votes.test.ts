import { describe, expect, test } from 'vitest';
import { ask, FORM, jsonOf, sendForm } from '../support/http.ts';
import { deal } from '../support/pages.ts';
import { newDeal } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';

const site = await sharedSite();
const { url } = site;
const ADDRESS = '/forums/sdthreadrate_ajax.php';
const shown = await newDeal(site);
const vote = { postid: String(shown.postid), vote: '1', votetypeid: '1', securitytoken: 'guest', ajax: '1' };

describe('a guest’s vote', () => {
  test('is told to log in, whatever its token', async () => {
    for (const securitytoken of ['guest', '', 'made-up']) {
      const answer = await sendForm(url, ADDRESS, { ...vote, securitytoken });
      expect(answer.status).toBe(200);
      expect(jsonOf(answer)).toEqual({ error: 'dologin' });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('counts nothing', async () => {
    await sendForm(url, ADDRESS, vote);
    expect((await deal(url, shown.path)).deal.score).toBe(shown.score);
  });

  test('sent by a form without script leads to the log-in page', async () => {
    const { ajax: _ajax, ...fields } = vote;
    for (const headers of [{ Accept: 'text/html' }, { 'Sec-Fetch-Mode': 'navigate' }]) {
      const answer = await sendForm(url, ADDRESS, fields, headers as unknown as Record<string, string>);
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toBe(
        `/account/log-in?url=${encodeURIComponent(`/account/vote?postid=${vote.postid}&votetypeid=1&vote=1&url=%2F`)}`,
      );
    }
  });
});

describe('a vote from elsewhere', () => {
  test.each([{ Origin: 'https://evil.example' }, { Origin: 'null' }, { Origin: '', 'Sec-Fetch-Site': 'cross-site' }])(
    'is refused: %o',
    async (headers) => {
      const { Origin, ...others } = headers as Record<string, string>;
      const sent = { 'Content-Type': FORM, ...others, ...(Origin ? { Origin } : {}) };
      const answer = await ask(url, ADDRESS, { method: 'POST', body: new URLSearchParams(vote).toString(), headers: sent });
      expect(answer.status).toBe(403);
      expect(jsonOf(answer)).toMatchObject({ status: 'error' });
    },
  );

  test.each(['same-origin', 'none', undefined])('without an Origin passes when the browser says %s', async (site) => {
    const headers = { 'Content-Type': FORM, ...(site ? { 'Sec-Fetch-Site': site } : {}) };
    const answer = await ask(url, ADDRESS, { method: 'POST', body: new URLSearchParams(vote).toString(), headers });
    expect(jsonOf(answer)).toEqual({ error: 'dologin' });
  });

  test('names of the loopback count as one', async () => {
    const answer = await sendForm(url, ADDRESS, vote, { Origin: url.replace('localhost', '127.0.0.1') });
    expect(answer.status).toBe(200);
  });
});

describe('checks run in order', () => {
  const foreign = { Origin: 'https://evil.example' };
  const long = 'a'.repeat(64 * 1024 + 1);

  test('method first', async () => {
    const answer = await ask(url, ADDRESS, { method: 'PUT', body: long, headers: { 'Content-Type': 'text/plain', ...foreign } });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test('then type', async () => {
    const answer = await ask(url, ADDRESS, { method: 'POST', body: long, headers: { 'Content-Type': 'application/json', ...foreign } });
    expect(answer.status).toBe(415);
  });

  test('then size', async () => {
    expect((await ask(url, ADDRESS, { method: 'POST', body: long, headers: { 'Content-Type': FORM, ...foreign } })).status).toBe(413);
    const chunked = { 'Content-Type': FORM, 'Transfer-Encoding': 'chunked', ...foreign };
    expect((await ask(url, ADDRESS, { method: 'POST', body: long, headers: chunked })).status).toBe(413);
  });

  test('then origin', async () => {
    expect((await ask(url, ADDRESS, { method: 'POST', body: 'a=1', headers: { 'Content-Type': FORM, ...foreign } })).status).toBe(403);
  });
});

import { describe, expect, test } from 'vitest';
import { fetchPublic, isPublicAddress, NotFetched, type PublicRequest } from '../../../src/server/fetch-public.ts';
import { redirect, useForeignServers, type ForeignServer } from '../../support/foreign-server.ts';

const start = useForeignServers();

const LIMITS = { mostBytes: 1024 * 1024, ms: 5_000, redirects: 3 };

/** From a server that may be asked though it is on this machine. */
const from = (server: ForeignServer, path: string, options: Partial<PublicRequest> = {}) =>
  fetchPublic(server.url + path, { ...LIMITS, privateHosts: new Set([server.host]), ...options });

const refusalOf = async (fetching: Promise<unknown>) => {
  const error = await fetching.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof NotFetched) return [error.message, error.isFinal];
  throw new Error('it was fetched, or failed otherwise', { cause: error });
};

const PRIVATE = ['leads into a private network', true];

describe('an address is public', () => {
  test.each(['1.1.1.1', '93.184.215.14', '2606:4700::1111', '::ffff:1.1.1.1'])('as %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
    ...['100.64.0.1', '168.63.129.16', '192.0.0.192', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1'],
    ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1', 'localhost', ''],
  ])('not as %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a private network', () => {
  test.each([
    ...['http://127.0.0.1/', 'http://localhost/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://127.1/'],
    ...['http://2130706433/', 'http://0x7f.0.0.1/', 'http://0/', 'https://169.254.169.254/latest/meta-data/', 'http://[fd00:ec2::254]/'],
  ])('is not asked at %s', async (address) => {
    expect(await refusalOf(fetchPublic(address, LIMITS))).toEqual(PRIVATE);
  });

  test('is not asked by a redirect, on whatever hop', async () => {
    const [open, inner, inner6] = [await start(), await start(), await start('::1')];
    const port = inner.url.split(':').at(-1);
    const targets = [
      ...[inner.url, inner6.url, `http://[::ffff:127.0.0.1]:${port}`, `http://localhost:${port}`],
      ...['http://169.254.169.254', 'http://[::1]', `//127.0.0.1:${port}`],
    ];
    for (const [index, target] of targets.entries()) {
      open.answers.set(`/${index}`, redirect(`${target}/secret`));
      open.answers.set(`/again/${index}`, redirect(`/${index}`));
      expect(await refusalOf(from(open, `/${index}`)), target).toEqual(PRIVATE);
      expect(await refusalOf(from(open, `/again/${index}`)), target).toEqual(PRIVATE);
    }
    expect([...inner.asked, ...inner6.asked]).toEqual([]);
  });

  test('is not asked for a name that leads there, though another address of it is public', async () => {
    const found: string[] = [];
    const resolve = ((host: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
      found.push(host);
      callback(null, [
        { address: '93.184.215.14', family: 4 },
        { address: '10.0.0.5', family: 4 },
      ]);
    }) as unknown as NonNullable<PublicRequest['resolve']>;
    expect(await refusalOf(fetchPublic('http://rebound.example/', { ...LIMITS, resolve }))).toEqual(PRIVATE);
    // The connection goes to what was looked at: nobody asks a second time.
    expect(found).toEqual(['rebound.example']);
  });

  test('is asked where the operator says so, at that port alone', async () => {
    const [server, other] = [await start(), await start()];
    server.answers.set('/a', 'here');
    server.answers.set('/b', redirect(`${other.url}/c`));
    expect((await from(server, '/a')).body.toString()).toBe('here');
    expect(await refusalOf(from(server, '/b'))).toEqual(PRIVATE);
  });
});

describe('what is fetched', () => {
  test('is an answer of any status, found by up to three redirects', async () => {
    const server = await start();
    server.answers
      .set('/1', redirect('2', 301))
      .set('/2', redirect('/3', 307))
      .set('/3', redirect(`${server.url}/4`, 308))
      .set('/4', 503);
    expect(await from(server, '/1')).toMatchObject({ status: 503 });
    server.answers.set('/0', redirect('/1'));
    expect(await refusalOf(from(server, '/0'))).toEqual(['leads on more than 3 times', true]);
    expect(await from(server, '/3', { redirects: 0 })).toMatchObject({ status: 308 });
  });

  test.each([
    ['in UTF-8', '/bücher/€ 5.jpg'],
    ['escaped', '/b%C3%BCcher/%E2%82%AC%205.jpg'],
  ])('is found by an address that is written %s', async (_name, location) => {
    const server = await start();
    server.answers.set('/old', ({ socket }) => socket.end(`HTTP/1.1 301 Moved Permanently\r\nLocation: ${location}\r\n\r\n`));
    server.answers.set('/b%C3%BCcher/%E2%82%AC%205.jpg', 'here');
    expect((await from(server, '/old')).body.toString()).toBe('here');
  });

  test('may be sent something', async () => {
    const server = await start();
    server.answers.set('/push', (request, response) => {
      const { method, headers } = request;
      void request.toArray().then((sent) => response.writeHead(201).end(`${method} ${String(headers['ttl'])} ${sent.join('')}`));
    });
    const answer = await from(server, '/push', { method: 'POST', body: Buffer.from('news'), headers: { TTL: '60' }, redirects: 0 });
    expect([answer.status, answer.body.toString()]).toEqual([201, 'POST 60 news']);
  });

  test.each([
    ['said', (size: number) => ({ 'Content-Length': size })],
    ['not said', () => ({})],
  ])('is no larger than it may be, where its size is %s', async (_name, headers) => {
    const server = await start();
    for (const size of [LIMITS.mostBytes, LIMITS.mostBytes + 1])
      server.answers.set(`/${size}`, (_request, response) => response.writeHead(200, headers(size)).end(Buffer.alloc(size)));
    expect((await from(server, `/${LIMITS.mostBytes}`)).body.length).toBe(LIMITS.mostBytes);
    expect(await refusalOf(from(server, `/${LIMITS.mostBytes + 1}`))).toEqual(['is larger than 1 MiB', true]);
  });

  test.each([
    ['never begins', () => undefined],
    ['never ends', (response: import('node:http').ServerResponse) => response.writeHead(200).write('a')],
  ])('has its time, which is over for what %s', async (_name, answer) => {
    const server = await start();
    server.answers.set('/slow', (_request, response) => void answer(response));
    expect(await refusalOf(from(server, '/slow', { ms: 100 }))).toEqual(['does not come within 0.1 seconds', false]);
  });

  test('is not cut off by its server', async () => {
    const server = await start();
    server.answers.set('/cut', (_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('only this', () => response.destroy());
    });
    expect(await refusalOf(from(server, '/cut'))).toEqual(['is broken off by its server', false]);
  });

  test.each(['on', 'to its end'])('is no other protocol, whose connection stays open or goes %s', async (how) => {
    const server = await start();
    server.answers.set('/switch', ({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      if (how === 'to its end') socket.end();
    });
    expect(await refusalOf(from(server, '/switch'))).toEqual(['is broken off by its server', false]);
  });

  test('ends with whoever wanted it', async () => {
    const server = await start();
    const wanted = new AbortController();
    server.answers.set('/slow', () => wanted.abort(new Error('the process ends')));
    await expect(from(server, '/slow', { signal: wanted.signal })).rejects.toThrow('the process ends');
  });

  test.each([
    ['ftp://files.example/a', 'leads to an address that is neither http nor https'],
    ['file:///etc/passwd', 'leads to an address that is neither http nor https'],
    ['http://', 'leads to an address that is neither http nor https'],
    ['https://me:secret@shop.example/', 'leads to an address with a password'],
    ['http://mail.example:25/', 'leads to port 25, which is not one of the web'],
  ])('is not at %s', async (address, message) => {
    expect(await refusalOf(fetchPublic(address, LIMITS))).toEqual([message, true]);
  });

  test.each([
    ['ENOTFOUND', 'has a host that nobody knows'],
    ['ECONNREFUSED', 'has a server that takes no connection'],
    ['CERT_HAS_EXPIRED', 'has a certificate that is not valid'],
  ])('is missed in words of an editor: %s', async (code, message) => {
    const resolve = ((_host: string, _options: object, callback: (error: Error) => void) =>
      callback(Object.assign(new Error(code), { code }))) as unknown as NonNullable<PublicRequest['resolve']>;
    expect(await refusalOf(fetchPublic('http://shop.example/', { ...LIMITS, resolve }))).toEqual([message, false]);
  });
});

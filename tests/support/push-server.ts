import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLocalJWKSet, jwtVerify, type JWTPayload } from 'jose';
import type { PushMessage } from '../../src/features/offline/push-message.ts';
import type { ForeignServer } from './foreign-server.ts';

/** What a browser has of a subscription. */
export interface Receiver {
  ecdh: ReturnType<typeof createECDH>;
  auth: Buffer;
}

/** Makes the keys of a browser. */
export function newReceiver(): Receiver {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

/** The keys as the site gets them. */
export const keysOf = ({ ecdh, auth }: Receiver) => ({ p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') });

/** Reads a message as a browser does (RFC 8188 and 8291), apart from the code that writes them. */
export function decrypted({ ecdh, auth }: Receiver, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body[20]!;
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, bytes));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = derive(ecdh.computeSecret(sender), auth, keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the last record is not padded as it must be');
  return plain.subarray(0, end).toString();
}

interface Pushed {
  path: string;
  message: PushMessage;
  headers: IncomingMessage['headers'];
  /** The claims of the sender's token, verified with their key. */
  claims: JWTPayload;
  token: string;
}

type Answered = number | [status: number, headers: Record<string, string>] | ((response: ServerResponse) => void);

/** A push service on this machine, which reads what it gets as the browsers do, and as strictly (RFC 8030, 8291 and 8292). */
export class PushService {
  readonly server: ForeignServer;
  /** What came, and was answered 201. */
  readonly pushed: Pushed[] = [];
  private readonly now: () => Date;

  constructor(server: ForeignServer, now: () => Date) {
    this.server = server;
    this.now = now;
  }

  /** A new subscription of a browser at this service. @param answers what its pushes are answered, one after the other, the last for good */
  subscribe(path: string, ...answers: Answered[]): { endpoint: string; p256dh: string; auth: string } {
    const receiver = newReceiver();
    this.server.answers.set(path, async (request, response) => {
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 201;
      const sent = Buffer.concat((await request.toArray()) as Buffer[]);
      if (typeof answer === 'function') return answer(response);
      const [status, headers] = Array.isArray(answer) ? answer : [answer, {}];
      if (status === 201) {
        const pushed = await this.read(receiver, request, sent).catch((error: unknown) => String(error));
        if (typeof pushed === 'string') return response.writeHead(400).end(pushed);
        this.pushed.push(pushed);
      }
      return response.writeHead(status, headers).end();
    });
    return { endpoint: `${this.server.url}${path}`, ...keysOf(receiver) };
  }

  private async read(receiver: Receiver, { url, method, headers }: IncomingMessage, sent: Buffer): Promise<Pushed> {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', x: x!, y: y! }] }), {
      ...{ audience: this.server.url, algorithms: ['ES256'], currentDate: this.now() },
    });
    const isWhole = method === 'POST' && headers['content-encoding'] === 'aes128gcm' && /^\d+$/.test(String(headers['ttl']));
    const isTooLong = (payload.exp ?? Infinity) > this.now().getTime() / 1_000 + 86_400;
    if (!isWhole || isTooLong || sent.length > 4_096) throw new Error('this is no push');
    return { path: url!, message: JSON.parse(decrypted(receiver, sent)) as PushMessage, headers, claims: payload, token };
  }
}

import crypto from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { decrypted, keysOf, newReceiver } from '../../support/push-server.ts';

afterEach(() => vi.restoreAllMocks());

/** RFC 8291, section 5 and appendix A. */
const RFC = {
  plain: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  receiver: {
    public: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    private: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  },
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a message is encrypted as in RFC 8291', () => {
  const sender = crypto.createECDH('prime256v1');
  sender.setPrivateKey(RFC.sender, 'base64url');
  vi.spyOn(sender, 'generateKeys').mockImplementation(() => sender.getPublicKey() as never);
  vi.spyOn(crypto, 'createECDH').mockReturnValue(sender);
  vi.spyOn(crypto, 'randomBytes').mockImplementation(() => Buffer.from(RFC.salt, 'base64url'));
  const { cipherText } = webPush.encrypt(RFC.receiver.public, RFC.auth, RFC.plain, 'aes128gcm');
  expect(cipherText.toString('base64url')).toBe(RFC.body);
});

test('what the tests read it with reads the message of RFC 8291', () => {
  const ecdh = crypto.createECDH('prime256v1');
  ecdh.setPrivateKey(RFC.receiver.private, 'base64url');
  expect(ecdh.getPublicKey('base64url')).toBe(RFC.receiver.public);
  expect(decrypted({ ecdh, auth: Buffer.from(RFC.auth, 'base64url') }, Buffer.from(RFC.body, 'base64url'))).toBe(RFC.plain);
});

test('no two messages are encrypted alike, and nobody else reads them', () => {
  const [receiver, other] = [newReceiver(), newReceiver()];
  const { p256dh, auth } = keysOf(receiver);
  const [one, two] = [0, 1].map(() => webPush.encrypt(p256dh, auth, 'news', 'aes128gcm').cipherText);
  expect(one!.equals(two!)).toBe(false);
  expect([decrypted(receiver, one!), decrypted(receiver, two!)]).toEqual(['news', 'news']);
  expect(() => decrypted({ ...other, auth: receiver.auth }, one!)).toThrow();
});

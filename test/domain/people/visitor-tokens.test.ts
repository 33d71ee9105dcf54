import { SignJWT, UnsecuredJWT, exportSPKI, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { signPreviewToken, verifyPreviewToken } from '../../../src/domain/people/visitors/preview-token.ts';
import {
  signSiteToken,
  verifySiteToken,
  type SiteTokenPayload,
} from '../../../src/domain/people/visitors/site-token.ts';
import { verifyVisitorToken } from '../../../src/domain/people/visitors/visitor-token.ts';

const now = new Date('2026-03-01T10:20:00Z');
const key = 'k'.repeat(43);
const secret = new TextEncoder().encode(key);
const seconds = (offset: number) => Math.floor(now.getTime() / 1_000) + offset;
const jwt = (claims: object, alg = 'HS256') => new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(secret);

describe('a visitor token', () => {
  it('is accepted with the key of the site until 60 seconds after it expired', async () => {
    expect(await verifyVisitorToken(await jwt({ isBeta: true, exp: seconds(10) }), key, now)).toMatchObject({
      isBeta: true,
    });
    expect(await verifyVisitorToken(await jwt({ exp: seconds(-59) }), key, now)).not.toBeNull();
    expect(await verifyVisitorToken(await jwt({ exp: seconds(-61) }), key, now)).toBeNull();
  });

  it('that was accepted before is checked again for its times and with another key', async () => {
    const at = (offset: number) => new Date(now.getTime() + offset * 1_000);
    const token = await jwt({ isBeta: true, nbf: seconds(0), exp: seconds(100) });
    expect(await verifyVisitorToken(token, key, now)).toMatchObject({ isBeta: true });
    const times = [-61, -60, 0, 159, 160].map(at);
    const accepted = await Promise.all(times.map((time) => verifyVisitorToken(token, key, time)));
    expect(accepted.map((claims) => claims !== null)).toEqual([false, true, true, true, false]);
    expect(await verifyVisitorToken(token, 'another key of the same length as the other', now)).toBeNull();
    expect(await verifyVisitorToken(`${token}x`, key, now)).toBeNull();
  });

  it('is refused without an end, before its beginning, and with any other signature', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const publicPem = await exportSPKI(publicKey);
    const claims = { isBeta: true, exp: seconds(60) };
    const [header = '', payload = '', signature = ''] = (await jwt(claims)).split('.');
    const forged: [string, string, string][] = [
      ['no exp', await jwt({ isBeta: true }), key],
      [
        'an exp that is no number',
        await new SignJWT({ isBeta: true, exp: 'never' as never }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
        key,
      ],
      ['nbf in the future', await jwt({ ...claims, nbf: seconds(3_600) }), key],
      ['another key', await jwt(claims), 'another key of the same length as the other'],
      ['HS512', await jwt(claims, 'HS512'), key],
      ['alg none', new UnsecuredJWT(claims).encode(), key],
      ['RS256', await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey), publicPem],
      [
        'a changed payload',
        [header, Buffer.from(JSON.stringify({ ...claims, admin: true })).toString('base64url'), signature].join('.'),
        key,
      ],
      ['no signature', `${header}.${payload}.`, key],
      ['no token at all', 'x', key],
      ['an empty token', '', key],
      ['a huge token', await jwt({ ...claims, x: 'x'.repeat(20_000) }), key],
    ];
    const accepted = await Promise.all(
      forged.map(async ([what, token, by]) => [what, await verifyVisitorToken(token, by, now)]),
    );
    expect(accepted).toEqual(forged.map(([what]) => [what, null]));
  });
});

describe('a site token', () => {
  const serverKey = Buffer.alloc(32, 7);
  const payload: SiteTokenPayload = {
    organization: 'org_1',
    site: 'site_1',
    siteSpace: 'ssp_1',
    siteSection: 'sec_1',
    space: 'spc_1',
    spaces: ['spc_1'],
    claims: { isBeta: true },
    admission: { keyVersion: 2 },
  };
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  it('is the same text within its hour, and valid for at least an hour after it', async () => {
    const first = await signSiteToken(serverKey, payload, at(-20));
    expect(await signSiteToken(serverKey, { ...payload }, at(39))).toBe(first);
    expect(await signSiteToken(serverKey, payload, at(40))).not.toBe(first);
    expect(await verifySiteToken(serverKey, first, at(99))).toEqual(payload);
    expect(await verifySiteToken(serverKey, first, at(100))).toBeNull();
  });

  it('says what the renderer reads from it', async () => {
    const [, body = ''] = (await signSiteToken(serverKey, payload, now)).split('.');
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
      kind: 'site',
      organization: 'org_1',
      site: 'site_1',
      siteSpace: 'ssp_1',
      siteSection: 'sec_1',
      space: 'spc_1',
      spaces: ['spc_1'],
      claims: { isBeta: true },
      exp: expect.any(Number),
    });
  });

  it('is refused with any other key, algorithm or content', async () => {
    const valid = await signSiteToken(serverKey, payload, now);
    const claims = { kind: 'site', ...payload, iat: seconds(0), exp: seconds(3_600) };
    const sign = (body: object, alg: string, by: Buffer) =>
      new SignJWT({ ...body }).setProtectedHeader({ alg }).sign(by);
    const forged = [
      await sign(claims, 'HS256', Buffer.alloc(32, 8)),
      await sign(claims, 'HS512', Buffer.alloc(64, 7)),
      new UnsecuredJWT(claims).encode(),
      await sign({ ...claims, kind: 'user' }, 'HS256', serverKey),
      await sign({ kind: 'site' }, 'HS256', serverKey),
      await signPreviewToken(serverKey, { siteId: 'site_1', claims: {}, now }),
      `${valid}x`,
      valid.slice(0, -1),
      `${valid}.`,
      '..',
      '.',
    ];
    expect(await Promise.all(forged.map((token) => verifySiteToken(serverKey, token, now)))).toEqual(
      forged.map(() => null),
    );
    expect(await verifySiteToken(serverKey, valid, now)).toEqual(payload);
  });
});

describe('a preview token', () => {
  const serverKey = Buffer.alloc(32, 7);
  it('opens its site for an hour, and no other', async () => {
    const token = await signPreviewToken(serverKey, {
      siteId: 'site_1',
      claims: { a: 1 },
      changeRequestId: 'cr_1',
      now,
    });
    const verify = (siteId: string, when: Date) => verifyPreviewToken(serverKey, token, { siteId, now: when });
    expect(await verify('site_1', new Date(now.getTime() + 3_599_000))).toEqual({
      claims: { a: 1 },
      changeRequestId: 'cr_1',
      exp: seconds(3_600),
    });
    expect(await verify('site_1', new Date(now.getTime() + 3_601_000))).toBeNull();
    expect(await verify('site_2', now)).toBeNull();
  });
});

import { SignJWT } from 'jose';
import { generateVisitorKey, encryptVisitorKey } from '../src/domain/publishing/visitor-auth/visitor-key.ts';
import { hashSecret } from '../src/lib/secret-token.ts';
import { sql } from '../src/db/sql.ts';
import { encrypt } from '../src/lib/encryption.ts';
import type { Prisma } from '../src/db/generated/client.ts';
import { aSpace } from './factories.ts';
import type { Caller, Harness, Reply } from './harness.ts';
import { insert, insertTogether } from './insert.ts';

let made = 0;
const next = () => (made += 1);

/** A position after all earlier ones. Keys of fractional-indexing must not end in their least digit, 0. */
const nextPosition = () => `a0${String(next()).padStart(6, '0')}V`;

/** A site with the key of its visitors. */
export interface ASite {
  readonly id: string;
  readonly basename: string;
  readonly visitorKey: string;
  /** A visitor token that is valid for an hour. */
  readonly tokenFor: (claims: object) => Promise<string>;
}

type SiteValues = Partial<Omit<Prisma.SiteCreateManyInput, 'id' | 'organizationId'>> & {
  readonly schema?: object;
  readonly fallbackUrl?: string;
};

/** A published site without spaces. */
export async function aSite(
  { platform }: Harness,
  organizationId: string,
  { schema, fallbackUrl, ...values }: SiteValues = {},
): Promise<ASite> {
  const { services } = platform;
  const id = services.newId('site');
  const visitorKey = generateVisitorKey();
  const basename = `docs${next()}`;
  const publication = { published: true, publishedAt: services.now() };
  const sealedKey = encryptVisitorKey(services, id, visitorKey);
  await insertTogether(
    platform,
    ['sites', { id, organizationId, title: 'Docs', basename, ...publication, ...values }],
    ['site_visitor_auth', { siteId: id, sealedKey, fallbackUrl: fallbackUrl ?? null }],
  );
  if (schema) await insert(platform, 'site_adaptive_schemas', { siteId: id, jsonSchema: schema });
  const tokenFor = (claims: object) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(services.now().getTime() / 1_000) + 3_600)
      .sign(new TextEncoder().encode(visitorKey));
  return { id, basename: values.basename ?? basename, visitorKey, tokenFor };
}

interface PartValues {
  readonly path: string;
  readonly condition?: string | null;
  readonly isDefault?: boolean;
}

/** A section of a site. */
export async function aSection({ platform }: Harness, siteId: string, values: PartValues): Promise<string> {
  const id = platform.services.newId('sec');
  const named = { title: `Section ${values.path}`, ...values };
  await insert(platform, 'site_sections', { id, siteId, position: nextPosition(), ...named });
  return id;
}

/** A site space, of a new space unless one is given. */
export async function aSiteSpace(
  server: Harness,
  { siteId, organizationId }: { readonly siteId: string; readonly organizationId: string },
  { spaceId, ...values }: PartValues & { readonly sectionId?: string; readonly spaceId?: string },
): Promise<{ id: string; spaceId: string }> {
  const { platform } = server;
  const id = platform.services.newId('ssp');
  const space = spaceId ?? (await aSpace(server, organizationId, { title: values.path })).id;
  await insert(platform, 'site_spaces', { id, siteId, spaceId: space, position: nextPosition(), ...values });
  await platform.db.sql.rows(sql`update sites set "siteSpaces" = "siteSpaces" + 1 where id = ${siteId}`);
  return { id, spaceId: space };
}

/** A share link of a site, with its key. */
export async function aShareLink({ platform }: Harness, siteId: string): Promise<{ id: string; key: string }> {
  const { services } = platform;
  const id = services.newId('slk');
  const key = `key${next()}${services.newId('slk').slice(4)}`;
  const sealedKey = encrypt(services.encryptionKey, key, `share-link:${id}/key`);
  const row = { id, siteId, name: 'For partners', keyHash: hashSecret(key), sealedKey };
  await insert(platform, 'site_share_links', row);
  return { id, key };
}

/** Changes the content of a space, and gives the ids of pages and files by their `ref`. */
export async function write(caller: Caller, spaceId: string, changes: readonly object[]): Promise<Map<string, string>> {
  const { status, body } = await caller.rest(`POST /v1/spaces/${spaceId}/content`, { changes });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const pages = (body.changes as { ref?: string; page?: { id: string } }[]).map(({ ref, page }) => [ref, page?.id]);
  const files = (body.insertedFiles as { ref?: string; id: string }[]).map(({ ref, id }) => [ref, id]);
  return new Map(
    [...pages, ...files].filter((pair): pair is [string, string] => pair.every((part) => part !== undefined)),
  );
}

interface Look {
  readonly jwtToken?: string;
  readonly unsignedClaims?: object;
  readonly redirectOnError?: boolean;
}

/** Looks a URL up as the renderer does, without a token. */
export const lookUp = (server: Harness, url: string, { redirectOnError, ...visitor }: Look = {}): Promise<Reply> =>
  server.call('POST /v1/urls/published', {
    url,
    visitor: { unsignedClaims: {}, ...visitor },
    redirectOnError: redirectOnError ?? false,
  });

/** Reads with the token of a look-up. */
export const readerOf =
  (server: Harness, apiToken: string) =>
  (signature: string, body?: unknown): Promise<Reply> =>
    server.call(signature, body, { headers: { authorization: `Bearer ${apiToken}` } });

export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

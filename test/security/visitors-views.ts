import { signPreviewToken } from '../../src/domain/people/visitors/preview-token.ts';
import { enter, propose } from '../proposals.ts';
import type { SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';
import type { ASite } from '../visitors-world.ts';
import type { Claims } from './visitors-conditions.ts';
import { checkPages, type WrittenSpace } from './visitors-pages.ts';

interface RewritableSpace extends WrittenSpace {
  readonly id: string;
  readonly pages: readonly string[];
  readonly files: readonly string[];
  readonly writeTexts: (words: number) => readonly object[];
}

interface Views {
  readonly url: string;
  readonly site: ASite;
  readonly spaces: readonly RewritableSpace[];
  readonly shown: readonly RewritableSpace[];
  readonly claims: Claims;
  /** Number of the other words of the change request. */
  readonly words: number;
}

/**
 * Asks the views of a preview with the claims of a visitor: a change request that has other words in all texts, its differences,
 * and the present day. Returns the number of answers.
 */
export async function checkViews(
  { server, owner }: Pick<SitesWorld, 'server' | 'owner'>,
  { url, site, spaces, shown, claims: given, words }: Views,
): Promise<number> {
  const space = shown[0];
  if (space === undefined) return 0;
  const request = await propose({ owner }, space.id, space.writeTexts(words));
  const changed = { space, world: words };
  const { beta, plan, dark } = given;
  const { siteTokenKey } = server.platform.services;
  const claims = { beta, plan, unsigned: { dark } };
  const shownRequest = { siteId: site.id, claims, changeRequestId: request.id, now: clock.now() };
  const { cookie } = await enter({ server }, `${url}/?jwt_token=${await signPreviewToken(siteTokenKey, shownRequest)}`);
  const seen = { url, site, spaces, shown, claims: given };
  const day = clock.now().toISOString().slice(0, 10);
  return (
    (await checkPages(server, { ...seen, view: { path: `~/changes/${request.number}/`, cookie, changed } })) +
    (await checkPages(server, { ...seen, view: { path: `~/at/${day}/`, cookie } }))
  );
}

import { counted } from '../../../lib/counted.ts';
import type { Context } from '../../core/context.ts';
import { countStranded } from './queries.ts';
import { relyingPartyOf } from './relying-party.ts';

interface Stranded {
  /** The host of the passkeys. */
  readonly id: string;
  readonly detail: string;
}

/**
 * Tells of people whose passkeys are all of another host than that of `BASE_URL`, by the host. They cannot sign in by a passkey, because
 * browsers use each for its own host alone.
 */
export async function findStranded({ sql, urls }: Pick<Context, 'sql' | 'urls'>): Promise<Stranded[]> {
  const party = relyingPartyOf(urls);
  const rows = await countStranded(sql, party?.id ?? '');
  return rows.map(({ id, people }) => ({
    id,
    detail: `${counted(people, 'person', 'people')} made passkeys at this host alone, and BASE_URL is ${urls.base} now. Set it back, or give each a new link: octavo user link`,
  }));
}

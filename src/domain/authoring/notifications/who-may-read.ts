import { atLeast, roleOfRank, type Role } from '../../../access/roles.ts';
import { inPieces } from '../../../lib/in-pieces.ts';
import type { Context } from '../../core/context.ts';
import { listRanks, type RankKey } from './queries/ranks.ts';
import type { Recipient } from './queries/recipients.ts';
import { roleFor } from './readable.ts';

/** Number of pairs of a user and a space whose ranks one statement reads. */
const pieceSize = 2_000;

/** Leaves those who may read now what they would be notified of. */
export async function thoseWhoMayRead(
  { sql }: Pick<Context, 'sql'>,
  organizationId: string,
  recipients: readonly Recipient[],
): Promise<Recipient[]> {
  const pairOf = ({ userId, spaceId }: Recipient): RankKey => ({ userId, id: spaceId ?? organizationId });
  const pairs = new Map(recipients.map((recipient) => [keyOf(pairOf(recipient)), pairOf(recipient)]));
  const roles = new Map<string, Role | null>();
  for (const asked of inPieces([...pairs.values()], pieceSize))
    // One piece after the other.
    for (const { rank, ...pair } of await listRanks(sql, organizationId, asked))
      roles.set(keyOf(pair), roleOfRank(rank ?? 0));
  return recipients.filter((recipient) => maySee(recipient, roles.get(keyOf(pairOf(recipient))) ?? null));
}

const keyOf = ({ userId, id }: RankKey) => `${userId} ${id}`;

/** A draft is shown to its author, and to those who may edit the space. */
const maySee = ({ type, userId, draftBy }: Recipient, role: Role | null): boolean =>
  atLeast(role, roleFor(type)) && (draftBy === null || draftBy === userId || atLeast(role, 'edit'));

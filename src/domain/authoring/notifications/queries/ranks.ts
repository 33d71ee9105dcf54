import { askedRelation, askingUser } from '../../../../access/queries/caller.ts';
import { membershipJoin } from '../../../../access/queries/membership.ts';
import { callerRank, callerRankJoin } from '../../../../access/queries/space-rank.ts';
import { membershipRank } from '../../../../access/queries/visible-resources.ts';
import { sql, type Sql } from '../../../../db/sql.ts';

/** A user, and the id of a space, or of the organization for what belongs to no space. */
export interface RankKey {
  readonly userId: string;
  readonly id: string;
}

interface RankRow extends RankKey {
  readonly rank: number | null;
}

/** Reads the rank of users on spaces of an organization that are not deleted, and in the organization itself. */
export const listRanks = (reader: Sql, organizationId: string, asked: readonly RankKey[]): Promise<RankRow[]> =>
  reader.rows(sql`
    select asked."userId", asked.id, ${callerRank} as rank
    from ${askedRelation(asked)} join spaces s on s.id = asked.id and s."deletedAt" is null
      and s."organizationId" = ${organizationId} ${callerRankJoin(askingUser)}
    union all
    select asked."userId", asked.id, ${membershipRank}
    from ${askedRelation(asked)} join organizations o on o.id = asked.id and o.id = ${organizationId}
      ${membershipJoin('o.id', askingUser)}`);

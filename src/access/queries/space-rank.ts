import { raw, sql, type Fragment } from '../../db/sql.ts';
import { grantsToCaller, type Caller } from './caller.ts';
import { membershipJoin } from './membership.ts';
import { grantedRank, membershipRank } from './visible-resources.ts';

/**
 * Joins what `callerRank` needs to each space `s`. It walks up from the space to the nearest level that sets something,
 * which suits lists of few spaces of many organizations; lists of one organization use `accessTree`.
 */
export const callerRankJoin = (caller: Caller): Fragment => {
  const rankAt = (isOfResource: string, alias: 's' | 'c') => sql`level_rank((
    select ${grantedRank} from ${grantsToCaller(caller, raw(isOfResource))}
  ), null, ${raw(alias)}."defaultLevel")`;
  return sql`join organizations o on o.id = s."organizationId" ${membershipJoin('o.id', caller)}
  left join lateral (
    with recursive chain(rank, "parentId") as (
      select ${rankAt('g."spaceId" = s.id', 's')}, s."parentId"
      union all
      select ${rankAt('g."collectionId" = c.id', 'c')}, c."parentId"
      from chain join collections c on c.id = chain."parentId" where chain.rank is null
    )
    select chain.rank from chain where chain.rank is not null
  ) nearest on true`;
};

/** SQL expression: the caller's rank on space `s` after `callerRankJoin`; see `effective_rank`. */
export const callerRank = sql`effective_rank(${membershipRank}, nearest.rank)`;

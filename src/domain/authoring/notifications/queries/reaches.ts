import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import { typesOfRoles } from '../readable.ts';

/** SQL condition: a rank reaches the role that events of a type need. Null reaches none. */
export const reachesType = (type: Fragment, rank: Fragment): Fragment =>
  sql`(${typesOfRoles.reduce(
    (others, { role, types }) => sql`${others} or (${type} = any(${types}::text[]) and ${rank} >= role_rank(${role}))`,
    raw('false'),
  )})`;

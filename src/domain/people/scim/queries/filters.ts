import { all, sql, type Fragment } from '../../../../db/sql.ts';
import { invalid } from '../../../../lib/errors.ts';
import { parseFilter } from '../paths.ts';

/** SQL conditions by attribute, each for a text or a boolean that the attribute must equal. */
type Filterable = Readonly<Record<string, (value: unknown) => Fragment>>;

/** The SQL condition of a filter; true without one. Throws invalidFilter. */
function conditionOf(filter: string | null, by: Filterable): Fragment {
  if (filter === null) return sql`true`;
  return all(
    parseFilter(filter).map(({ attribute, value }) => {
      const condition = by[attribute];
      if (condition === undefined || !Object.hasOwn(by, attribute))
        throw invalid('filter', `A filter here may name ${Object.keys(by).join(', ')}`, 'invalidFilter');
      return condition(value);
    }),
  );
}

/** A text of a filter, as SQL compares it; what is no text equals nothing. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const keyOf = (value: unknown): string | null => textOf(value)?.toLowerCase() ?? null;

const userAttributes: Filterable = {
  id: (value) => sql`s."userId" = ${textOf(value)}`,
  username: (value) => sql`s."userNameKey" = ${keyOf(value)}`,
  externalid: (value) => sql`s."externalId" = ${textOf(value)}`,
  displayname: (value) => sql`lower(s.profile ->> 'displayName') = ${keyOf(value)}`,
  active: (value) => sql`m.disabled = ${value === false}::boolean`,
  'emails.value': (value) => sql`exists (select from jsonb_array_elements(s.profile -> 'emails') e
    where lower(e ->> 'value') = ${keyOf(value)})`,
  emails: (value) => sql`exists (select from jsonb_array_elements(s.profile -> 'emails') e
    where lower(e ->> 'value') = ${keyOf(value)})`,
};

/** The condition of a filter on users `s` and members `m`. Throws invalidFilter. */
export const usersWhere = (filter: string | null): Fragment => conditionOf(filter, userAttributes);

const groupAttributes: Filterable = {
  id: (value) => sql`g."teamId" = ${textOf(value)}`,
  displayname: (value) => sql`g."nameKey" = ${keyOf(value)}`,
  externalid: (value) => sql`g."externalId" = ${textOf(value)}`,
  members: (value) => inGroup(value),
  'members.value': (value) => inGroup(value),
};

const inGroup = (value: unknown) => sql`exists (select from team_members tm
  where tm."teamId" = g."teamId" and tm."userId" = ${textOf(value)})`;

/** The condition of a filter on groups `g`. Throws invalidFilter. */
export const groupsWhere = (filter: string | null): Fragment => conditionOf(filter, groupAttributes);

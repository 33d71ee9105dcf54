import { loadUser, type Sizes } from './sizes.ts';

const id = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 20, '0')`;
const start = `timestamptz '2026-01-01 00:00:00+00'`;
/** SQL for a pseudorandom number below `below` that is the same in every run. */
const spread = (n: string, below: number | string) => `((${n})::bigint * 7919 % 104729 % (${below}))`;

/** SQL for the text of a comment: 60 to 340 characters of Markdown. */
const markdown = `'Comment ' || n || ': the **quick** brown fox jumps over the lazy dog. '
  || repeat('See [the guide](https://example.org/guide) for more. ', (n % 6)::int)`;

/** Statements for everything except comments and reactions, in order. */
export function fewRows({ organizations, spaces, users }: Sizes): readonly string[] {
  const perOrganization = Math.floor(spaces / organizations);
  const organizationOf = (n: string) => `((${n}) - 1) / ${perOrganization} + 1`;
  return [
    `insert into users (id, "displayName", email, "emailVerified", "photoURL")
     select ${id('usr', 'n')}, 'User ' || n, 'user' || n || '@example.org', true,
       case when n % 3 = 0 then 'https://example.org/photos/' || n || '.png' end
     from generate_series(0, ${users}) n`,
    `insert into organizations (id, title, "emailDomains", "defaultRole", "createdAt")
     select ${id('org', 'n')}, 'Organization ' || n, '{}', 'read', ${start} + n * interval '1 hour'
     from generate_series(0, ${organizations}) n`,
    `insert into members ("organizationId", "userId", role)
     select ${id('org', `n % ${organizations} + 1`)}, ${id('usr', 'n')},
       (array['read', 'comment', 'edit', 'review', 'create', 'admin', null])[n % 7 + 1]
     from generate_series(1, ${users}) n
     union all select ${id('org', 'n')}, '${loadUser}', 'create' from generate_series(0, ${organizations}) n`,
    `insert into teams (id, "organizationId", title)
     select ${id('team', 'n')}, ${id('org', `n % ${organizations} + 1`)}, 'Team ' || n
     from generate_series(1, ${organizations * 5}) n`,
    // Twenty of the organization's users in each team; the load user is in the first of each organization.
    `insert into team_members ("teamId", "userId")
     select ${id('team', 't')}, ${id('usr', `t % ${organizations} + ${organizations} * k`)}
     from generate_series(1, ${organizations * 5}) t, generate_series(1, 20) k where t % ${organizations} + ${organizations} * k <= ${users}
     union all select ${id('team', 't')}, '${loadUser}' from generate_series(1, ${organizations}) t`,
    // Six collections in each organization, three of them inside another.
    `insert into collections (id, "organizationId", "parentId", title, position)
     select ${id('col', 'o * 10 + k')}, ${id('org', 'o')}, case when k > 3 then ${id('col', 'o * 10 + k - 3')} end, 'Collection ' || k, 'a' || k
     from generate_series(1, ${organizations}) o, generate_series(1, 6) k`,
    // Every third space is in a collection.
    `insert into spaces (id, "organizationId", "parentId", title, emoji, position, "revisionId", "createdAt", "updatedAt", comments, "commentsAll")
     select ${id('spc', 'n')}, ${id('org', organizationOf('n'))},
       case when n % 3 = 0 then ${id('col', `(${organizationOf('n')}) * 10 + n / 3 % 6 + 1`)} end,
       'Space ' || n, case when n % 2 = 0 then '📘' end, 'd' || lpad((n % 10000)::text, 4, '0'), ${id('rev', 'n')},
       ${start} + n * interval '1 minute', ${start} + n * interval '2 minutes', 0, 0
     from generate_series(1, ${perOrganization * organizations}) n
     union all select ${id('spc', '0')}, ${id('org', '0')}, null, 'The big one', null, 'd0000', ${id('rev', '0')}, ${start}, ${start}, 0, 0`,
    `insert into revisions (id, "spaceId", line, seq, parents, type, "createdAt")
     select ${id('rev', 'n')}, ${id('spc', 'n')}, ${id('spc', 'n')}, 1, '{}', 'edits', ${start} from generate_series(0, ${perOrganization * organizations}) n`,
    // Creators of spaces are admins. Grants of teams do not change the roles of their members.
    `insert into grants (id, "organizationId", "spaceId", "userId", role)
     select ${id('grant', 'n')}, ${id('org', organizationOf('n'))}, ${id('spc', 'n')},
       ${id('usr', `(${organizationOf('n')}) - 1 + ${organizations} * (1 + ${spread('n', 20)})`)}, 'admin'
     from generate_series(1, ${perOrganization * organizations}) n`,
    `insert into grants (id, "organizationId", "collectionId", "teamId", role)
     select ${id('grant', '1000000 + t')}, ${id('org', `t % ${organizations} + 1`)}, ${id('col', `(t % ${organizations} + 1) * 10 + 1`)}, ${id('team', 't')}, 'create'
     from generate_series(1, ${organizations}) t`,
  ];
}

/** Statement for the comments `from` to `to` of the spaces, or of the big space. One in ten is resolved. */
export function commentRows(sizes: Sizes, range: readonly [from: number, to: number], deep: boolean): string {
  const perSpace = Math.max(1, Math.floor(sizes.comments / sizes.spaces));
  const perOrganization = Math.floor(sizes.spaces / sizes.organizations);
  const space = deep ? '0' : `(n - 1) / ${perSpace} + 1`;
  const organization = deep ? '1' : `((${space}) - 1) / ${perOrganization} + 1`;
  const members = Math.floor(sizes.users / sizes.organizations) - 1;
  // Users of organization o have numbers congruent to o - 1.
  const member = (seed: string) =>
    id('usr', `(${organization}) - 1 + ${sizes.organizations} * (1 + ${spread(seed, members)})`);
  return `insert into comments (id, "spaceId", "authorId", markdown, status, "revisionId", "postedAt", "editedAt", "resolvedAt", "resolvedById")
    select ${id('cmt', deep ? `n + 100000000` : 'n')}, ${id('spc', space)}, ${member('n')}, ${markdown},
      case when n % 10 = 7 then 'resolved' else 'open' end, ${id('rev', space)},
      ${start} + n * interval '1 second', case when n % 20 = 0 then ${start} + n * interval '2 seconds' end,
      case when n % 10 = 7 then ${start} + n * interval '3 seconds' end, case when n % 10 = 7 then ${member('n + 1')} end
    from generate_series(${range[0]}::bigint, ${range[1]}::bigint) n`;
}

/** Statement for reactions. Half of the comments have two: equal ones of different users, or two kinds. */
export function reactionRows(sizes: Sizes): string {
  const perSpace = Math.max(1, Math.floor(sizes.comments / sizes.spaces));
  const perOrganization = Math.floor(sizes.spaces / sizes.organizations);
  const members = Math.floor(sizes.users / sizes.organizations) - 1;
  const organization = `((n - 1) / ${perSpace}) / ${perOrganization} + 1`;
  const user = `${id('usr', `(${organization}) - 1 + ${sizes.organizations} * (1 + (${spread('n', members)} + k * 7) % ${members})`)}`;
  return `insert into reactions ("commentId", emoji, "userId", "reactedAt")
    select ${id('cmt', 'n')}, case when n % 8 = 1 then '👍' else (array['🎉', '👀'])[k] end, ${user},
      ${start} + n * interval '1 second' + k * interval '1 minute'
    from generate_series(1, ${sizes.comments}) n, generate_series(1, 2) k
    where n % 4 = 1 order by n limit ${sizes.reactions}`;
}

/** Statements that set counters to the values that writes through the API would produce. */
export const counters = `update spaces s set comments = c.open, "commentsAll" = c.total
  from (select "spaceId", count(*) filter (where status = 'open') as open, count(*) as total from comments where "parentId" is null group by 1) c
  where c."spaceId" = s.id`;

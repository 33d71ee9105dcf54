import type { ClientBase } from 'pg';

/** The user who is an admin of every generated organization. */
export const adminId = 'usr_growthadmin000000000';

/** A member of every generated organization who has grants on three spaces and sees nothing else. */
export const guestId = 'usr_growthguest000000000';

/** The number in the ids of the rows `nth` of an organization of a size. No two sizes share a number. */
const numberOf = (size: number, nth: number) => String(10 * size + nth).padStart(20, '0');

/** Returns the id of a generated row. Rows are numbered from 0; spaces from 1, because space 0 is the large one. */
export const growthId = (prefix: string, size: number, nth = 0): string => `${prefix}_${numberOf(size, nth)}`;

/** The user who has as much of their own as the size of the organization says, and edits all of its spaces. */
export const memberOf = (size: number): string => growthId('usr', size, 1);

/**
 * Inserts an organization in which everything occurs as often as `size` says: spaces of one page, members, teams with one
 * member each, sites, events, and one large space with that many pages, links, grants, change requests, comments and later
 * revisions. A tenth as many spaces are in its large site, and the large space is in a site of its own. Foreign keys are not checked, so the user must be a superuser.
 */
export async function loadOrganization(client: ClientBase, statements: readonly string[]): Promise<void> {
  await client.query('begin');
  await client.query('set local session_replication_role = replica; set local synchronous_commit = off');
  // One after another, because they share a transaction.
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}

/** Inserts the two users. */
export const loadUsers = (client: ClientBase) =>
  client.query(`insert into users (id, "displayName", email, "emailVerified") values
    ('${adminId}', 'Admin', 'growth-admin@example.org', true), ('${guestId}', 'Guest', 'growth-guest@example.org', true)`);

/** SQL expression for the id of row `nth`. */
export const id = (prefix: string, size: number, nth = 'n') =>
  `'${prefix}_' || lpad((${10 * size} + ${nth})::text, 20, '0')`;

export const at = (seconds: string) => `timestamptz '2026-01-01' + ${seconds} * interval '1 second'`;
/** An order key, between two of which there are others. */
export const position = (nth: string) => `'d' || lpad((${nth})::text, 6, '0') || 'V'`;
export const upTo = (size: number, from = 1) => `generate_series(${from}, ${size + from - 1}) n`;

/** Inserts the people of an organization, its spaces with their pages and histories, and what is about them. */
export const mainStatements = (size: number): string[] => [
  ...people(size),
  ...spaces(size),
  ...pages(size),
  ...history(size),
  ...others(size),
];

function people(size: number): string[] {
  const organization = id('org', size, '0');
  return [
    `insert into organizations (id, title, "emailDomains") values (${organization}, 'Size ${size}', '{}')`,
    `insert into event_streams ("organizationId", position) values (${organization}, ${size})`,
    `insert into users (id, "displayName", email, "emailVerified")
      select ${id('usr', size)}, 'User ' || n, 'user${size}x' || n || '@example.org', true from ${upTo(size)}`,
    `insert into members ("organizationId", "userId", role, "joinedAt")
      select ${organization}, ${id('usr', size)}, (array['read', 'edit', null])[n % 3 + 1], ${at('n')} from ${upTo(size)}
      union all values (${organization}, '${adminId}', 'admin', ${at('0')}), (${organization}, '${guestId}', null, ${at('0')})`,
    `insert into teams (id, "organizationId", title) select ${id('team', size)}, ${organization}, 'Team ' || n from ${upTo(size)}`,
    `insert into team_members ("teamId", "userId")
      select ${id('team', size)}, ${id('usr', size)} from ${upTo(size)}
      union all select ${id('team', size, '1')}, ${id('usr', size)} from ${upTo(size - 1, 2)}
      union all select ${id('team', size, '1')}, '${guestId}'`,
    `insert into grants (id, "organizationId", "spaceId", "userId", "teamId", role)
      select ${id('grantu', size)}, ${organization}, ${id('spc', size, '0')}, ${id('usr', size)}, null, 'edit' from ${upTo(size)}
      union all select ${id('grantt', size)}, ${organization}, ${id('spc', size, '0')}, null, ${id('team', size)}, 'read' from ${upTo(size)}
      union all select ${id('granta', size)}, ${organization}, ${id('spc', size)}, '${adminId}', null, 'admin' from ${upTo(size)}
      union all select ${id('grantg', size)}, ${organization}, ${id('spc', size)}, '${guestId}', null, 'read' from ${upTo(3)}`,
  ];
}

/** Space 0 is the large one, and the last one has a long history. */
function spaces(size: number): string[] {
  const last = size + 1;
  return [
    `insert into spaces (id, "organizationId", title, position, "revisionId", "createdAt", "updatedAt")
      select ${id('spc', size)}, ${id('org', size, '0')}, 'Space ' || n, ${position('n')},
        case when n = ${last} then ${revisionId(size, last, `${size + 2}`)} else ${revisionId(size, 'n', '2')} end, ${at('n')}, ${at('n')}
      from ${upTo(size + 2, 0)}`,
    `insert into revisions (id, "spaceId", line, seq, parents, type, "createdById", "createdAt")
      select ${revisionId(size, 'n', 'seq')}, ${id('spc', size)}, ${id('spc', size)}, seq, '{}', 'edits', '${adminId}', ${at('seq')}
      from ${upTo(size + 2, 0)}, generate_series(1, case when n = ${last} then ${size + 2} else 2 end) seq`,
  ];
}

/** Pages of the large space, twenty at the top and twenty below others; and one page in each of the other spaces. */
function pages(size: number): string[] {
  const [large, own] = [id('spc', size, '0'), id('spc', size, 'n + 1')];
  const all = upTo(size, 0);
  const entry = (space: string, parent: string) =>
    `select ${space}, ${id('pg', size)}, 2, ${space}, 'page', ${parent}, ${position('n')}, 'document', 'Guide ' || n || ' to common',
      'guide-' || n, ${id('doc', size)}, ${at('0')}, ${at('0')} from ${all}`;
  const row = (space: string) =>
    `select ${space}, ${id('pg', size)}, ${id('doc', size)}, 's' || n, replace(replace('${words}', '§', right(${space}, 10)), 'N', n::text)::tsvector,
      4, 4 from ${all}`;
  return [
    `insert into documents (id, markdown, anchors)
      select ${id('doc', size)}, '# Intro ' || n || E'\\n\\nText of **common** words rare' || n || ', see [next](guide-' || n + 1
        || E'.md).\\n\\n## Limits\\n\\nA limit.\\n', array['intro-' || n, 'limits'] from ${all}`,
    `insert into content_entries (line, "entryId", "fromSeq", "spaceId", kind, "parentId", position, type, title, slug, "documentId",
        "createdAt", "updatedAt")
      ${entry(large, `case when n >= 20 then ${id('pg', size, '(n - 20) / 20')} end`)} union all ${entry(own, 'null')}`,
    `insert into content_links (line, "entryId", "fromSeq", ordinal, source, "startsAt", "endsAt", url, kind, "targetId")
      select ${large}, ${id('pg', size)}, 2, 10, 'text', 40, 50, 'guide-' || n + 1 || '.md', 'page', ${id('pg', size, `(n + 1) % ${size}`)}
        from ${all}
      union all select ${large}, ${id('pg', size)}, 2, 11, 'text', 60, 80, 'https://example.org/' || n, 'url', null from ${all}`,
    `insert into search_sections ("documentId", ordinal, anchor, title, text, words)
      select ${id('doc', size)}, 0, 'intro-' || n, 'Intro ' || n, 'Text of common words rare' || n || ', see next.',
        ('common:7 intro:1A of:6 rare' || n || ':9 see:9 text:5 words:8 ~word:8')::tsvector from ${all}`,
    `insert into search_pages ("spaceId", "pageId", "documentId", source, words, "titleWords", version) ${row(large)} union all ${row(own)}`,
    `insert into search_page_words ("spaceId", "pageId", words)
      select p."spaceId", p."pageId", words_of_organization(s."organizationId", p.words)
      from spaces s join search_pages p on p."spaceId" = s.id where s."organizationId" = ${id('org', size, '0')}`,
    `insert into search_terms ("spaceId", term)
      select ${id('spc', size)}, term from ${upTo(size + 2, 0)}, unnest(array['guide', 'to', 'common', 'intro', 'limits']) term
      union all select ${large}, 'intro' || n from ${all}`,
  ];
}

/**
 * The words of a page in the form of the index, with § for the key of its space and N for its number. It has as many as a short text,
 * so that rows are as long as those of texts.
 */
const words = `${Array.from({ length: 80 }, (_, nth) => `§.text${nth}:20`).join(' ')} §#N:2A §#common:4A §#guide:1A §#limits:35B §#to:3A §#~guid:1A §#~limit:35B §.N:2A §.common:4A,15 §.guide:1A §.limits:35B
  §.of:14 §.rareN:17 §.text:13 §.to:3A §.words:16 §.~guid:1A §.~limit:35B §.~word:16 §^N:2A §^common:4A §^guide:1A §^to:3A §^~guid:1A`;

/** The last space has twenty pages, and each of its revisions changes one of them. */
function history(size: number): string[] {
  const space = id('spc', size, `${size + 1}`);
  return [
    `insert into content_entries (line, "entryId", "fromSeq", "toSeq", "spaceId", kind, "parentId", position, type, title, slug,
        "documentId", "createdAt", "updatedAt")
      select ${space}, ${id('pg', size, 'page')}, seq, lead(seq) over (partition by page order by seq), ${space}, 'page', null,
        ${position('page')}, 'document', 'State ' || seq, 'page-' || page, ${id('doc', size, `seq % ${size}`)}, ${at('0')}, ${at('seq')}
      from (select page, 2 as seq from generate_series(0, 19) page union all
        select seq % 20, seq from generate_series(3, ${size + 2}) seq) states`,
  ];
}

function others(size: number): string[] {
  const [organization, large, site] = [id('org', size, '0'), id('spc', size, '0'), id('site', size, '0')];
  const revision = revisionId(size, '0', '2');
  return [
    `insert into change_requests (id, "spaceId", number, status, subject, "createdById", "revisionId", "revisionInitialId", "createdAt",
        "updatedAt")
      select ${id('cr', size)}, ${large}, n, 'open', 'Request ' || n, '${adminId}', ${revision}, ${revision}, ${at('n')}, ${at('n')}
      from ${upTo(size)}`,
    `update spaces set "changeRequests" = ${size}, "changeRequestsOpen" = ${size}, comments = ${size}, "commentsAll" = ${size}
      where id = ${large}`,
    `insert into comments (id, "spaceId", "authorId", markdown, "revisionId", "postedAt")
      select ${id('com', size)}, ${large}, '${adminId}', 'Comment ' || n, ${revision}, ${at('n')} from ${upTo(size)}`,
    `insert into events (id, "organizationId", position, type, "subjectId", "spaceId", "actorId", "requestId", source, data, "createdAt")
      select ${id('evt', size)}, ${organization}, n, (array['page.updated', 'space.updated'])[n % 2 + 1], ${id('spc', size, 'n % 50')},
        ${id('spc', size, 'n % 50')}, '${adminId}', 'req_growth', 'rest', '{}', now() from ${upTo(size)}`,
    `insert into git_connections (id, "organizationId", "spaceId", "userId", provider, url, "urlKey", ref, directory, direction, priority,
        "onConflict", "sealedHookSecret", "pollMinutes", status, "editLinks")
      values (${id('git', size, '0')}, ${organization}, ${large}, '${adminId}', 'other', 'https://git.example.org/${size}',
        'git.example.org/${size}', 'refs/heads/main', '', 'both', 'git', 'merge', '', 0, 'paused', true)`,
    `insert into git_repositories ("spaceId", url, ref, directory, "importId", root, commit, "revisionId", "updatedAt")
      values (${large}, 'https://git.example.org/${size}', 'refs/heads/main', '', 'git_growth', 'docs/', repeat('1', 40), ${revision}, ${at('0')})`,
    `insert into imported_sources ("spaceId", line, "importId", kind, key, "entryId", place, state, "updatedAt")
      select ${large}, ${large}, 'git_growth', 'page', 'guide-' || n || '.md', ${id('pg', size)}, n, '{}', ${at('0')} from ${upTo(size, 0)}`,
    `insert into git_files ("spaceId", path, oid, mode)
      select ${large}, 'docs/guide-' || n || '.md', repeat('2', 40), '100644' from ${upTo(size, 0)}`,
    `insert into git_operations (id, "connectionId", direction, stage, state, "startedAt", "endedAt")
      select ${id('gop', size)}, ${id('git', size, '0')}, 'both', 'write', 'completed', ${at('n')}, ${at('n')} from ${upTo(size)}`,
    `insert into sites (id, "organizationId", title, basename, visibility, published, "publishedAt", "siteSpaces", "createdAt")
      select ${id('site', size)}, ${organization}, 'Site ' || n, 'site-${size}-' || n, 'public', true, ${at('0')},
        case n when 0 then ${size / 10} when 1 then 1 else 0 end, ${at('n')} from ${upTo(size, 0)}`,
    `insert into site_spaces (id, "siteId", "spaceId", path, position, "isDefault")
      select ${id('sitesp', size)}, ${site}, ${id('spc', size)}, 'part-' || n, ${position('n')}, n = 1 from ${upTo(size / 10)}
      union all select ${id('sitesp', size, '0')}, ${id('site', size, '1')}, ${large}, 'large', ${position('0')}, true`,
  ];
}

/** Returns the id of revision `seq` of space `nth`. */
export const revisionIdOf = (size: number, nth: number, seq: number): string =>
  `rev_${String(10 * size + nth).padStart(10, '0')}${String(seq).padStart(10, '0')}`;

/** SQL expression for `revisionIdOf`. */
export const revisionId = (size: number, nth: number | string, seq: string) =>
  `'rev_' || lpad((${10 * size} + ${nth})::text, 10, '0') || lpad((${seq})::text, 10, '0')`;

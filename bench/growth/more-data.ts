import { at, id, position, revisionId, upTo } from './data.ts';

/** Inserts what else an organization of a size has, each as often as the size says, after its people, spaces and pages. */
export const moreStatements = (size: number): string[] => [
  ...content(size),
  ...requests(size),
  ...ofUser(size),
  ...ofSite(size),
  ...exchange(size),
];

/** A tenth as many collections, below collection 0 with its grants, files and reusable contents of the large space, its dates of review. */
function content(size: number): string[] {
  const [organization, large, top] = [id('org', size, '0'), id('spc', size, '0'), id('col', size, '0')];
  const entry = (prefix: string, kind: string, holds: string) =>
    `select ${large}, ${id(prefix, size)}, 2, ${large}, '${kind}', null, '', 'text/plain', 'Common ' || n, ${holds}, ${at('0')}, ${at('0')}
      from ${upTo(size)}`;
  return [
    `insert into collections (id, "organizationId", "parentId", title, position, "createdAt")
      select ${id('col', size)}, ${organization}, case when n > 0 then ${top} end, 'Collection ' || n, ${position('n')}, ${at('n')}
      from ${upTo(size / 10 + 1, 0)}`,
    `insert into grants (id, "organizationId", "collectionId", "userId", "teamId", role)
      select ${id('grantc', size)}, ${organization}, ${top}, ${id('usr', size)}, null, 'edit' from ${upTo(size)}
      union all select ${id('grantd', size)}, ${organization}, ${top}, null, ${id('team', size)}, 'read' from ${upTo(size - 1, 2)}`,
    `insert into blobs (hash, "sizeBytes", "contentType") values ('${growthBlob}', 10, 'text/plain') on conflict do nothing`,
    `insert into content_entries (line, "entryId", "fromSeq", "spaceId", kind, "parentId", position, type, title, "documentId", "blobHash",
        "createdAt", "updatedAt")
      ${entry('fil', 'file', `null, '${growthBlob}'`)}
      union all ${entry('rc', 'reusable-content', `${id('doc', size, 'n - 1')}, null`)}`,
    `insert into page_freshness (id, "organizationId", "spaceId", "pageId", "ownerId", "reviewAt")
      select ${id('fresh', size)}, ${organization}, ${large}, ${id('pg', size)}, ${id('usr', size, '1')}, ${at('n')} from ${upTo(size, 0)}`,
    `insert into templates (id, "organizationId", "spaceId", title, "createdAt")
      select ${id('tpl', size)}, ${organization}, ${id('spc', size)}, 'Template ' || n, ${at('n')} from ${upTo(size)}`,
    `insert into page_redirects ("spaceId", "parentId", slug, "pageId", "createdAt")
      select ${large}, '', 'former-' || n, ${id('pg', size)}, ${at('n')} from ${upTo(size, 0)}`,
  ];
}

const growthBlob = 'a'.repeat(64);

/** What change request 1 changes, whom request 50 asks for a review, and the replies to comment 50. */
function requests(size: number): string[] {
  const [large, request] = [id('spc', size, '0'), id('cr', size, '1')];
  const revision = `'rev_' || lpad('${size}', 20, '9')`;
  return [
    `insert into revisions (id, "spaceId", line, seq, "baseSeq", parents, type, "createdById", "createdAt")
      values (${revision}, ${large}, ${request}, 1, 2, array[${revisionId(size, '0', '2')}], 'edits', ${id('usr', size, '1')}, ${at('9')})`,
    `update change_requests set "revisionId" = ${revision} where id = ${request}`,
    `insert into content_entries (line, "entryId", "fromSeq", "spaceId", kind, "parentId", position, type, title, slug, "documentId",
        "createdAt", "updatedAt")
      select ${request}, e."entryId", 1, e."spaceId", e.kind, e."parentId", e.position, e.type, e.title, e.slug,
        (select max(o."documentId") from content_entries o where o.line = e.line and o.kind = 'page'), ${at('0')}, ${at('9')}
      from content_entries e where e.line = ${large} and e.kind = 'page'`,
    `insert into requested_reviewers ("changeRequestId", "userId", "requestedById", "revisionId", "createdAt")
      select ${id('cr', size, '50')}, ${id('usr', size)}, ${id('usr', size, '1')}, ${revisionId(size, '0', '2')}, ${at('n')} from ${upTo(size)}`,
    `insert into comments (id, "spaceId", "parentId", "authorId", markdown, "revisionId", "postedAt")
      select ${id('rep', size)}, ${large}, ${id('com', size, '50')}, ${id('usr', size)}, 'Reply ' || n, ${revisionId(size, '0', '2')}, ${at('n')}
      from ${upTo(size)}`,
    `update comments set replies = ${size} where id = ${id('com', size, '50')}`,
  ];
}

/** What user 1 is notified of and watches, the account events, tokens and jobs of that user. */
function ofUser(size: number): string[] {
  const [organization, user] = [id('org', size, '0'), id('usr', size, '1')];
  return [
    `insert into notifications (id, "userId", "organizationId", position, type, reason, "subjectId", "subjectLabel", "spaceId", "actorId",
        "createdAt", "updatedAt", "readAt")
      select ${id('ntf', size)}, ${user}, ${organization}, n, 'content.updated', 'watching', ${id('spc', size)}, 'Space ' || n,
        ${id('spc', size)}, ${id('usr', size, '2')}, ${at('n')}, ${at('n')}, case when n % 2 = 0 then ${at('n')} end from ${upTo(size)}`,
    `insert into watches (id, "userId", "nodeId", "organizationId", "spaceId", level, "createdAt")
      select ${id('wat', size)}, ${user}, ${id('spc', size)}, ${organization}, ${id('spc', size)}, 'everything', ${at('n')} from ${upTo(size)}`,
    `insert into account_events (id, "userId", type, "subjectId", "actorId", "requestId", source, "createdAt")
      select ${id('aev', size)}, ${user}, 'token.created', ${user}, ${user}, 'req_growth', 'rest', ${at('n')} from ${upTo(size)}`,
    `insert into api_tokens (id, "userId", kind, name, hash, prefix, "lastFour", scopes, "createdAt")
      select ${id('tok', size)}, ${user}, 'user', 'Token ' || n, md5(${id('tok', size)}), 'oct', '0000', '{}', ${at('n')} from ${upTo(size)}`,
    `insert into jobs (id, kind, "organizationId", "spaceId", "createdById", scopes, outcome, input, "createdAt", "finishedAt")
      select ${id('job', size)}, 'export', ${organization}, ${id('spc', size, '0')}, ${user}, '{}', 'completed', '{}', ${at('n')}, ${at('n')}
      from ${upTo(size)}`,
    `insert into invites (id, "organizationId", role, "createdAt")
      select ${id('inv', size)}, ${organization}, 'read', ${at('n')} from ${upTo(size)}`,
    `insert into glossary_entries (id, "organizationId", translations, "createdAt")
      select ${id('glo', size)}, ${organization}, jsonb_build_object('en', 'Word ' || n, 'de', 'Wort ' || n), ${at('n')} from ${upTo(size)}`,
  ];
}

/** What readers of the large site did and its redirects. */
function ofSite(size: number): string[] {
  const [site, space] = [id('site', size, '0'), id('spc', size, '1')];
  return [
    `insert into page_feedback (id, "siteId", "spaceId", "pageId", "pageTitle", "revisionId", rating, "createdAt")
      select ${id('fbk', size)}, ${site}, ${space}, ${id('pg', size, '0')}, 'Guide', ${revisionId(size, '1', '2')}, 'good', ${at('n')}
      from ${upTo(size)}`,
    `insert into site_page_views ("siteId", "dayAt", "spaceId", "pageId", views)
      select ${site}, ${at('(n % 30) * 86400')}, ${space}, ${id('pg', size)}, n from ${upTo(size)}`,
    `insert into site_missed_searches ("siteId", "dayAt", query, searches)
      select ${site}, ${at('(n % 30) * 86400')}, 'word ' || n, n from ${upTo(size)}`,
    `insert into site_redirects (id, "siteId", source, destination, "createdAt")
      select ${id('red', size)}, ${site}, '/former-' || n, '{"kind":"external","url":"https://example.org/"}', ${at('n')} from ${upTo(size)}`,
  ];
}

/** Webhooks of single spaces, specifications, integrations in the organization, and as many rows below the first of each. */
function exchange(size: number): string[] {
  const [organization, user] = [id('org', size, '0'), id('usr', size, '1')];
  return [
    `insert into webhooks (id, "organizationId", "spaceId", url, types, active, "sealedSecret", cursor, "createdAt")
      select ${id('whk', size)}, ${organization}, ${id('spc', size)}, 'https://example.org/' || n, '{space.updated}', false, '', 100, ${at('n')}
      from ${upTo(size)}`,
    `insert into webhook_deliveries (id, "webhookId", "eventId", position, type, state, "createdAt")
      select ${id('whd', size)}, ${id('whk', size, '1')}, ${id('evt', size)}, n, 'space.updated', 'delivered', ${at('n')} from ${upTo(size)}`,
    `insert into openapi_specs (id, "organizationId", slug, "sourceUrl", "createdAt")
      select ${id('oas', size)}, ${organization}, 'spec-' || n, 'https://example.org/openapi.json', ${at('n')} from ${upTo(size)}`,
    `insert into openapi_versions (id, "specId", digest, title, "apiVersion", "filesHash", "rawHash", "createdAt")
      select ${id('oav', size)}, ${id('oas', size, '1')}, md5(n::text), 'Version ' || n, n::text, '${growthBlob}', '${growthBlob}', ${at('n')}
      from ${upTo(size)}`,
    `insert into integrations (id, name, "organizationId", "userId", runtime, title, description, visibility, target, blocks, "contentSources",
        "externalLinks", configurations, script, secrets, "createdAt")
      select ${id('itg', size)}, 'growth-${size}-' || n, ${organization}, ${user}, 'v1', 'Integration ' || n, '', 'private', 'space', '[]', '[]',
        '[]', '{}', '', '{}', ${at('n')} from ${upTo(size)}`,
    `insert into installations (id, "integrationId", "organizationId", "spaceSelection", "siteSelection", configuration, "createdAt")
      select ${id('ins', size)}, ${id('itg', size)}, ${organization}, 'selected', 'selected', '{}', ${at('n')} from ${upTo(size)}`,
    `insert into installation_spaces ("installationId", "spaceId", configuration, "createdAt")
      select ${id('ins', size, '1')}, ${id('spc', size)}, '{}', ${at('n')} from ${upTo(size)}`,
  ];
}

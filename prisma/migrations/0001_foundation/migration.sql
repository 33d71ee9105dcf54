-- The schema of the first version: functions, tables, keys, indexes, triggers, foreign keys.

-- Similar words are found by pg_trgm. Every owner of a database may create it; where the host forbids even that, it says what to do.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
  RAISE EXCEPTION 'search needs the PostgreSQL extension pg_trgm, which could not be created (%): install it (package postgresql-contrib) and run "create extension pg_trgm" in this database as an administrator', SQLERRM;
END $$;

-- Functions name tables that come later, and the queue, which is installed after the migrations.
SET LOCAL check_function_bodies = false;

CREATE FUNCTION add_event_task(task text, key text, organization text) RETURNS void
    LANGUAGE sql
    AS $$
  INSERT INTO event_tasks AS known (key, task, "organizationId", "dueAt") VALUES (key, task, organization, now())
  ON CONFLICT ON CONSTRAINT event_tasks_pkey DO UPDATE SET "dueAt" = excluded."dueAt" WHERE known."dueAt" > excluded."dueAt"
$$;

CREATE FUNCTION effective_rank(membership integer, nearest integer) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT CASE WHEN membership IS NULL THEN 0 WHEN membership = 6 THEN 6 ELSE coalesce(nearest, membership) END
$$;

CREATE FUNCTION level_rank(direct integer, teams integer, level text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT coalesce(direct, teams, role_rank(level))
$$;

CREATE FUNCTION places_of(ids text[]) RETURNS SETOF text
    LANGUAGE sql STABLE
    AS $$
  WITH RECURSIVE above(id) AS (
    SELECT unnest(ids) COLLATE "C"
    UNION
    SELECT node."parentId" FROM above, LATERAL (
      SELECT "parentId" FROM spaces WHERE id = above.id UNION ALL SELECT "parentId" FROM collections WHERE id = above.id
    ) node WHERE node."parentId" IS NOT NULL
  )
  SELECT id FROM above
$$;

CREATE FUNCTION role_rank(role text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT CASE role WHEN 'inherit' THEN NULL WHEN 'none' THEN 0 WHEN 'read' THEN 1 WHEN 'comment' THEN 2
    WHEN 'edit' THEN 3 WHEN 'review' THEN 4 WHEN 'create' THEN 5 WHEN 'admin' THEN 6 END
$$;

CREATE FUNCTION write_event_batch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  WITH stream AS (
    INSERT INTO event_streams AS known ("organizationId", position)
    VALUES (new."organizationId", jsonb_array_length(new.events))
    ON CONFLICT ("organizationId") DO UPDATE SET position = known.position + excluded.position
    RETURNING position - jsonb_array_length(new.events) AS before
  )
  INSERT INTO events (id, "organizationId", position, type, "subjectId", "subjectLabel", "spaceId", "collectionId", "siteId",
    "changeRequestId", "actorId", "requestId", source, "tokenId", address, "userAgent", data, "createdAt")
  SELECT e.id, new."organizationId", stream.before + e.nth, e.type, e."subjectId", e."subjectLabel", e."spaceId",
    e."collectionId", e."siteId", e."changeRequestId", u.id, e."requestId", e.source, k.id, e.address, e."userAgent", e.data,
    e."createdAt"
  FROM stream CROSS JOIN jsonb_to_recordset(new.events) AS e (id text, nth int, type text, "subjectId" text,
    "subjectLabel" text, "spaceId" text, "collectionId" text, "siteId" text, "changeRequestId" text, "actorId" text,
    "requestId" text, source text, "tokenId" text, address text, "userAgent" text, data jsonb, "createdAt" timestamptz)
  LEFT JOIN users u ON u.id = e."actorId" LEFT JOIN api_tokens k ON k.id = e."tokenId";
  DELETE FROM event_batches WHERE id = new.id;
  IF new.task IS NOT NULL THEN PERFORM add_event_task(new.task, new."organizationId", new."organizationId"); END IF;
  RETURN NULL;
END $$;

CREATE TABLE api_tokens (
    id text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    name text NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    prefix text NOT NULL,
    "lastFour" text NOT NULL,
    scopes text[] NOT NULL,
    "organizationId" text COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" timestamp(3) with time zone,
    "lastUsedAt" timestamp(3) with time zone,
    "revokedAt" timestamp(3) with time zone,
    "samlProviderId" text COLLATE pg_catalog."C",
    "installationId" text COLLATE pg_catalog."C",
    "integrationId" text COLLATE pg_catalog."C",
    CONSTRAINT api_tokens_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'integration'::text, 'installation'::text, 'bootstrap'::text, 'session'::text])))
);

CREATE TABLE blobs (
    hash text NOT NULL COLLATE pg_catalog."C",
    "sizeBytes" integer NOT NULL,
    "contentType" text NOT NULL,
    width integer,
    height integer,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "sweptAt" timestamp(3) with time zone
);

CREATE TABLE change_request_conflicts (
    "changeRequestId" text NOT NULL COLLATE pg_catalog."C",
    "entryId" text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    base jsonb,
    main jsonb,
    "changeRequest" jsonb,
    conflicts jsonb NOT NULL
);

CREATE TABLE change_request_reviews (
    id text NOT NULL COLLATE pg_catalog."C",
    "changeRequestId" text NOT NULL COLLATE pg_catalog."C",
    "reviewerId" text NOT NULL COLLATE pg_catalog."C",
    "requestedById" text COLLATE pg_catalog."C",
    status text NOT NULL,
    "revisionId" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT change_request_reviews_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'changes-requested'::text])))
);

CREATE TABLE change_requests (
    id text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    "createdById" text COLLATE pg_catalog."C",
    "revisionId" text NOT NULL COLLATE pg_catalog."C",
    "revisionInitialId" text NOT NULL COLLATE pg_catalog."C",
    "revisionMergedAncestorId" text COLLATE pg_catalog."C",
    "revisionMergedId" text COLLATE pg_catalog."C",
    comments integer DEFAULT 0 NOT NULL,
    "commentsAll" integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    "closedAt" timestamp(3) with time zone,
    CONSTRAINT change_requests_description_check CHECK ((char_length(description) <= 10000)),
    CONSTRAINT change_requests_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'archived'::text, 'merged'::text]))),
    CONSTRAINT change_requests_subject_check CHECK ((char_length(subject) <= 100))
);

CREATE TABLE collections (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "parentId" text COLLATE pg_catalog."C",
    title text NOT NULL,
    description text,
    "defaultLevel" text DEFAULT 'inherit'::text NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "collections_defaultLevel_check" CHECK (("defaultLevel" = ANY (ARRAY['inherit'::text, 'none'::text, 'read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text]))),
    CONSTRAINT collections_description_check CHECK ((char_length(description) <= 100)),
    CONSTRAINT collections_title_check CHECK ((char_length(title) <= 50))
);

CREATE TABLE comments (
    id text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    "parentId" text COLLATE pg_catalog."C",
    "authorId" text NOT NULL COLLATE pg_catalog."C",
    markdown text NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    "revisionId" text NOT NULL COLLATE pg_catalog."C",
    "pageId" text COLLATE pg_catalog."C",
    "nodeId" text COLLATE pg_catalog."C",
    "tableCell" jsonb,
    replies integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "postedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "editedAt" timestamp(3) with time zone,
    "resolvedAt" timestamp(3) with time zone,
    "resolvedById" text COLLATE pg_catalog."C",
    "changeRequestId" text COLLATE pg_catalog."C",
    "reviewId" text COLLATE pg_catalog."C",
    CONSTRAINT comments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text])))
);
ALTER TABLE ONLY comments ALTER COLUMN "spaceId" SET (n_distinct=10);
ALTER TABLE ONLY comments ALTER COLUMN "parentId" SET (n_distinct=10);

CREATE TABLE content_entries (
    line text NOT NULL COLLATE pg_catalog."C",
    "entryId" text NOT NULL COLLATE pg_catalog."C",
    "fromSeq" integer NOT NULL,
    "toSeq" integer,
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    deleted boolean DEFAULT false NOT NULL,
    "parentId" text COLLATE pg_catalog."C",
    "position" text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    title text NOT NULL,
    slug text,
    "documentId" text COLLATE pg_catalog."C",
    "blobHash" text COLLATE pg_catalog."C",
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL,
    CONSTRAINT content_entries_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'file'::text, 'reusable-content'::text, 'variables'::text]))),
    CONSTRAINT "content_entries_toSeq_check" CHECK (("toSeq" > "fromSeq"))
);

CREATE TABLE content_links (
    line text NOT NULL COLLATE pg_catalog."C",
    "entryId" text NOT NULL COLLATE pg_catalog."C",
    "fromSeq" integer NOT NULL,
    ordinal integer NOT NULL,
    source text NOT NULL,
    "startsAt" integer,
    "endsAt" integer,
    url text NOT NULL,
    kind text NOT NULL,
    "targetId" text COLLATE pg_catalog."C",
    "spaceId" text COLLATE pg_catalog."C",
    anchor text,
    path text,
    CONSTRAINT content_links_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'file'::text, 'url'::text, 'app'::text, 'openapi'::text, 'broken'::text]))),
    CONSTRAINT content_links_place_check CHECK (((source = 'text'::text) = (("startsAt" IS NOT NULL) AND ("endsAt" IS NOT NULL)))),
    CONSTRAINT content_links_source_check CHECK ((source = ANY (ARRAY['text'::text, 'cover'::text, 'cover-dark'::text, 'target'::text, 'computed'::text])))
);

CREATE TABLE documents (
    id text NOT NULL COLLATE pg_catalog."C",
    markdown text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    anchors text[]
);

CREATE TABLE email_domains (
    domain text NOT NULL,
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "verifiedBy" text NOT NULL,
    "verifiedAt" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "email_domains_verifiedBy_check" CHECK (("verifiedBy" = ANY (ARRAY['dns'::text, 'operator'::text])))
);

CREATE UNLOGGED TABLE event_batches (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    events jsonb NOT NULL,
    task text
);

CREATE TABLE event_dispatches (
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL
);

CREATE TABLE event_streams (
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    expired bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE event_tasks (
    key text NOT NULL COLLATE pg_catalog."C",
    task text NOT NULL,
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "dueAt" timestamp(3) with time zone NOT NULL,
    "lockedBy" text,
    "lockedUntil" timestamp(3) with time zone
)
WITH (fillfactor='50');

CREATE TABLE events (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    "subjectId" text NOT NULL COLLATE pg_catalog."C",
    "subjectLabel" text,
    "spaceId" text COLLATE pg_catalog."C",
    "collectionId" text COLLATE pg_catalog."C",
    "siteId" text COLLATE pg_catalog."C",
    "changeRequestId" text COLLATE pg_catalog."C",
    "actorId" text COLLATE pg_catalog."C",
    "requestId" text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    "tokenId" text COLLATE pg_catalog."C",
    address text,
    "userAgent" text,
    data jsonb NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE exports (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text COLLATE pg_catalog."C",
    name text NOT NULL,
    "blobHash" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    parts text[] NOT NULL,
    "spaceIds" text[] NOT NULL
);

CREATE TABLE glossary_entries (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    translations jsonb NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE grants (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text COLLATE pg_catalog."C",
    "collectionId" text COLLATE pg_catalog."C",
    "userId" text COLLATE pg_catalog."C",
    "teamId" text COLLATE pg_catalog."C",
    role text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "siteId" text COLLATE pg_catalog."C",
    CONSTRAINT grants_holder_check CHECK ((num_nonnulls("userId", "teamId") = 1)),
    CONSTRAINT grants_role_check CHECK ((role = ANY (ARRAY['none'::text, 'read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text]))),
    CONSTRAINT grants_target_check CHECK ((num_nonnulls("spaceId", "collectionId", "siteId") = 1))
);

CREATE TABLE idempotency_keys (
    scope text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    status integer,
    location text,
    body text,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    effect jsonb,
    holder text,
    "seenAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE identities (
    "samlProviderId" text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL,
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE imported_sources (
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    line text NOT NULL COLLATE pg_catalog."C",
    "importId" text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    "entryId" text NOT NULL COLLATE pg_catalog."C",
    place integer NOT NULL,
    state jsonb NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE installation_sites (
    "installationId" text NOT NULL COLLATE pg_catalog."C",
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    configuration jsonb NOT NULL,
    "externalIds" text[] DEFAULT ARRAY[]::text[] NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE installation_spaces (
    "installationId" text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    configuration jsonb NOT NULL,
    "externalIds" text[] DEFAULT ARRAY[]::text[] NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE installation_webhooks (
    "webhookId" text NOT NULL COLLATE pg_catalog."C",
    "installationId" text NOT NULL COLLATE pg_catalog."C",
    "integrationId" text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE installations (
    id text NOT NULL COLLATE pg_catalog."C",
    "integrationId" text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    paused boolean DEFAULT false NOT NULL,
    "spaceSelection" text NOT NULL,
    "siteSelection" text NOT NULL,
    scopes text[] DEFAULT ARRAY[]::text[] NOT NULL,
    configuration jsonb NOT NULL,
    "externalIds" text[] DEFAULT ARRAY[]::text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE integrations (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    runtime text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    summary text,
    visibility text NOT NULL,
    target text NOT NULL,
    verified boolean DEFAULT false NOT NULL,
    scopes text[] DEFAULT ARRAY[]::text[] NOT NULL,
    categories text[] DEFAULT ARRAY[]::text[] NOT NULL,
    blocks jsonb NOT NULL,
    "contentSources" jsonb NOT NULL,
    "externalLinks" jsonb NOT NULL,
    configurations jsonb NOT NULL,
    script text NOT NULL,
    secrets jsonb NOT NULL,
    "contentSecurityPolicy" text,
    "iconHash" text COLLATE pg_catalog."C",
    "previewHashes" text[] DEFAULT ARRAY[]::text[] NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "eventsUrl" text,
    "sealedEventsSecret" text
);

CREATE TABLE invites (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    role text,
    level text,
    "spaceId" text COLLATE pg_catalog."C",
    "collectionId" text COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT invites_level_check CHECK ((level = ANY (ARRAY['read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text]))),
    CONSTRAINT invites_role_check CHECK ((role = ANY (ARRAY['read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text]))),
    CONSTRAINT invites_scope_check CHECK ((num_nonnulls(role, level) <= 1)),
    CONSTRAINT invites_target_check CHECK ((num_nonnulls("spaceId", "collectionId") = num_nonnulls(level)))
);

CREATE TABLE jobs (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text COLLATE pg_catalog."C",
    "createdById" text COLLATE pg_catalog."C",
    scopes text[] NOT NULL,
    "tokenOrganization" text,
    "progressDone" integer DEFAULT 0 NOT NULL,
    "progressTotal" integer,
    phase text DEFAULT ''::text NOT NULL,
    input jsonb NOT NULL,
    result jsonb,
    error jsonb,
    attempts integer DEFAULT 0 NOT NULL,
    key text,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "startedAt" timestamp(3) with time zone,
    "finishedAt" timestamp(3) with time zone,
    losses integer DEFAULT 0 NOT NULL,
    outcome text,
    "seenAt" timestamp(3) with time zone,
    visitor jsonb,
    "installationId" text COLLATE pg_catalog."C",
    CONSTRAINT jobs_finished_check CHECK ((("finishedAt" IS NOT NULL) = (outcome IS NOT NULL))),
    CONSTRAINT jobs_outcome_check CHECK ((outcome = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE member_removals (
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "removedAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE members (
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    role text,
    disabled boolean DEFAULT false NOT NULL,
    sso boolean DEFAULT false NOT NULL,
    "joinedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "lastSeenAt" timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    "samlProviderId" text COLLATE pg_catalog."C",
    "signedInAt" timestamp(3) with time zone,
    invited boolean DEFAULT false NOT NULL,
    CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text])))
);

CREATE TABLE notification_cursors (
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL
);

CREATE TABLE notifications (
    id text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    type text NOT NULL,
    reason text NOT NULL,
    "subjectId" text NOT NULL COLLATE pg_catalog."C",
    "subjectLabel" text,
    "spaceId" text COLLATE pg_catalog."C",
    "changeRequestId" text COLLATE pg_catalog."C",
    "actorId" text COLLATE pg_catalog."C",
    count integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL,
    "readAt" timestamp(3) with time zone,
    CONSTRAINT notifications_reason_check CHECK ((reason = ANY (ARRAY['review-requested'::text, 'author'::text, 'participant'::text, 'watching'::text])))
);

CREATE TABLE openapi_outlines (
    "specId" text NOT NULL COLLATE pg_catalog."C",
    "versionId" text NOT NULL COLLATE pg_catalog."C",
    pages jsonb NOT NULL
);

CREATE TABLE openapi_parts (
    "specId" text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL,
    title text NOT NULL,
    markdown text NOT NULL,
    data jsonb NOT NULL
);

CREATE TABLE openapi_specs (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL,
    "sourceUrl" text,
    "sourceHash" text COLLATE pg_catalog."C",
    "sourceNumber" integer DEFAULT 1 NOT NULL,
    visibility text DEFAULT 'private'::text NOT NULL,
    "processingState" text DEFAULT 'pending'::text NOT NULL,
    "lastVersionId" text COLLATE pg_catalog."C",
    "lastProcessedAt" timestamp(3) with time zone,
    "lastProcessedErrors" jsonb DEFAULT '[]'::jsonb NOT NULL,
    "createdById" text COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT openapi_specs_source_check CHECK ((("sourceUrl" IS NULL) <> ("sourceHash" IS NULL))),
    CONSTRAINT openapi_specs_state_check CHECK (("processingState" = ANY (ARRAY['pending'::text, 'progress'::text, 'complete'::text]))),
    CONSTRAINT openapi_specs_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'public'::text])))
);

CREATE TABLE openapi_versions (
    id text NOT NULL COLLATE pg_catalog."C",
    "specId" text NOT NULL COLLATE pg_catalog."C",
    digest text NOT NULL,
    title text NOT NULL,
    "apiVersion" text NOT NULL,
    "filesHash" text NOT NULL COLLATE pg_catalog."C",
    "rawHash" text NOT NULL COLLATE pg_catalog."C",
    "sourceUrl" text,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE organizations (
    id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    hostname text,
    "emailDomains" text[] NOT NULL,
    type text DEFAULT 'business'::text NOT NULL,
    "useCase" text,
    "communityType" text,
    "defaultRole" text,
    "defaultSiteId" text COLLATE pg_catalog."C",
    logo text,
    sso boolean DEFAULT false NOT NULL,
    ai boolean DEFAULT false NOT NULL,
    "inviteLinks" boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "organizations_communityType_check" CHECK (("communityType" = ANY (ARRAY['nonProfit'::text, 'openSource'::text, 'education'::text]))),
    CONSTRAINT "organizations_defaultRole_check" CHECK (("defaultRole" = ANY (ARRAY['read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text]))),
    CONSTRAINT organizations_hostname_check CHECK (((char_length(hostname) >= 3) AND (char_length(hostname) <= 32))),
    CONSTRAINT organizations_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 255))),
    CONSTRAINT organizations_type_check CHECK ((type = ANY (ARRAY['business'::text, 'community'::text]))),
    CONSTRAINT "organizations_useCase_check" CHECK (("useCase" = ANY (ARRAY['internalDocs'::text, 'docsSite'::text, 'audienceControlledSite'::text, 'productDocs'::text, 'teamKnowledgeBase'::text, 'designSystem'::text, 'openSourceDocs'::text, 'notes'::text, 'other'::text])))
);

CREATE TABLE page_feedback (
    id text NOT NULL COLLATE pg_catalog."C",
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    "pageId" text NOT NULL COLLATE pg_catalog."C",
    "pageTitle" text NOT NULL,
    "revisionId" text NOT NULL COLLATE pg_catalog."C",
    rating text NOT NULL COLLATE pg_catalog."C",
    comment text,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT page_feedback_rating CHECK ((rating = ANY (ARRAY['good'::text, 'ok'::text, 'bad'::text])))
);

CREATE TABLE page_redirects (
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    "parentId" text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL,
    "pageId" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE pdf_exports (
    id text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL,
    name text NOT NULL,
    pages integer NOT NULL,
    "blobHash" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE reactions (
    "commentId" text NOT NULL COLLATE pg_catalog."C",
    emoji text NOT NULL,
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "reactedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE renderers (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL,
    "sealedSecret" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE requested_reviewers (
    "changeRequestId" text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "requestedById" text NOT NULL COLLATE pg_catalog."C",
    "revisionId" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE revisions (
    id text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    line text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    "baseSeq" integer,
    parents text[] NOT NULL,
    type text NOT NULL,
    "createdById" text COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT revisions_type_check CHECK ((type = ANY (ARRAY['edits'::text, 'merge'::text, 'rollback'::text, 'update'::text, 'computed'::text])))
);

CREATE TABLE saml_assertions (
    "providerId" text NOT NULL COLLATE pg_catalog."C",
    "assertionId" text NOT NULL COLLATE pg_catalog."C",
    "expiresAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE saml_providers (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL,
    "entityID" text COLLATE pg_catalog."C",
    certificate text,
    "ssoURL" text,
    "defaultTeamId" text COLLATE pg_catalog."C",
    "defaultRole" text,
    "signRequests" boolean DEFAULT false NOT NULL,
    "serviceKey" text NOT NULL,
    "serviceCertificate" text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "ssoBinding" text DEFAULT 'redirect'::text NOT NULL,
    CONSTRAINT "saml_providers_defaultRole_check" CHECK (("defaultRole" = ANY (ARRAY['read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text]))),
    CONSTRAINT saml_providers_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 30)))
);

CREATE TABLE saml_requests (
    id text NOT NULL COLLATE pg_catalog."C",
    "providerId" text NOT NULL COLLATE pg_catalog."C",
    "returnTo" text NOT NULL,
    state text,
    "codeChallenge" text NOT NULL,
    "expiresAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE search_pages (
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    "pageId" text NOT NULL COLLATE pg_catalog."C",
    "documentId" text COLLATE pg_catalog."C",
    source text NOT NULL,
    words tsvector NOT NULL,
    "headingRun" text COLLATE pg_catalog."C",
    run text COLLATE pg_catalog."C",
    "titleWords" integer,
    version integer DEFAULT 2 NOT NULL
)
WITH (toast_tuple_target='4080');
ALTER TABLE ONLY search_pages ALTER COLUMN run SET STORAGE EXTERNAL;

CREATE TABLE search_sections (
    "documentId" text NOT NULL COLLATE pg_catalog."C",
    ordinal integer NOT NULL,
    anchor text,
    title text NOT NULL,
    text text NOT NULL,
    words tsvector NOT NULL
)
WITH (toast_tuple_target='4080');

CREATE TABLE search_terms (
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    term text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE settings (
    key text NOT NULL,
    value text NOT NULL
);

CREATE TABLE sign_in_codes (
    hash text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "providerId" text NOT NULL COLLATE pg_catalog."C",
    "codeChallenge" text NOT NULL,
    "sessionEndsAt" timestamp(3) with time zone,
    "expiresAt" timestamp(3) with time zone NOT NULL,
    "usedAt" timestamp(3) with time zone,
    "tokenId" text COLLATE pg_catalog."C"
);

CREATE TABLE site_adaptive_schemas (
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    "jsonSchema" jsonb NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE site_customizations (
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    settings jsonb NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE site_hostnames (
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    hostname text NOT NULL,
    token text NOT NULL,
    "verifiedAt" timestamp(3) with time zone,
    "checkedAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE site_missed_searches (
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    "dayAt" timestamp(3) with time zone NOT NULL,
    query text NOT NULL COLLATE pg_catalog."C",
    searches integer NOT NULL
);

CREATE TABLE site_page_views (
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    "dayAt" timestamp(3) with time zone NOT NULL,
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    "pageId" text NOT NULL COLLATE pg_catalog."C",
    views integer NOT NULL
);

CREATE TABLE site_redirects (
    id text NOT NULL COLLATE pg_catalog."C",
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL,
    destination jsonb NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT site_redirects_source_check CHECK ((char_length(source) <= 512))
);

CREATE TABLE site_section_groups (
    id text NOT NULL COLLATE pg_catalog."C",
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    icon text,
    "position" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT site_section_groups_icon_check CHECK ((char_length(icon) <= 50)),
    CONSTRAINT site_section_groups_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))
);

CREATE TABLE site_sections (
    id text NOT NULL COLLATE pg_catalog."C",
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    "groupId" text COLLATE pg_catalog."C",
    title text NOT NULL,
    description text,
    icon text,
    path text NOT NULL,
    condition text,
    "isDefault" boolean DEFAULT false NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT site_sections_condition_check CHECK (((char_length(condition) >= 1) AND (char_length(condition) <= 1024))),
    CONSTRAINT site_sections_description_check CHECK ((char_length(description) <= 256)),
    CONSTRAINT site_sections_icon_check CHECK ((char_length(icon) <= 50)),
    CONSTRAINT site_sections_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 100))),
    CONSTRAINT site_sections_title_check CHECK (((char_length(title) >= 2) AND (char_length(title) <= 128)))
);

CREATE TABLE site_share_links (
    id text NOT NULL COLLATE pg_catalog."C",
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    name text,
    active boolean DEFAULT true NOT NULL,
    "keyHash" text NOT NULL COLLATE pg_catalog."C",
    "sealedKey" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT site_share_links_name_check CHECK ((char_length(name) <= 50))
);

CREATE TABLE site_space_customizations (
    "siteSpaceId" text NOT NULL COLLATE pg_catalog."C",
    settings jsonb NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE site_spaces (
    id text NOT NULL COLLATE pg_catalog."C",
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    "sectionId" text COLLATE pg_catalog."C",
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL,
    condition text,
    "isDefault" boolean DEFAULT false NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C",
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT site_spaces_condition_check CHECK (((char_length(condition) >= 1) AND (char_length(condition) <= 1024))),
    CONSTRAINT site_spaces_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 100)))
);

CREATE TABLE site_visitor_auth (
    "siteId" text NOT NULL COLLATE pg_catalog."C",
    backend text DEFAULT 'custom'::text NOT NULL,
    integration text,
    "fallbackUrl" text,
    "sealedKey" text NOT NULL,
    "keyVersion" integer DEFAULT 1 NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT site_visitor_auth_backend_check CHECK ((backend = ANY (ARRAY['custom'::text, 'integration'::text]))),
    CONSTRAINT site_visitor_auth_integration_check CHECK (((backend = 'custom'::text) OR (integration IS NOT NULL)))
);

CREATE TABLE sites (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    type text DEFAULT 'basic'::text NOT NULL,
    title text NOT NULL,
    icon jsonb,
    basename text NOT NULL,
    proxy text,
    visibility text DEFAULT 'public'::text NOT NULL,
    published boolean DEFAULT false NOT NULL,
    "publishedAt" timestamp(3) with time zone,
    adaptive boolean DEFAULT false NOT NULL,
    "agentsContext" text DEFAULT 'included'::text NOT NULL,
    "siteSpaces" integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "sites_agentsContext_check" CHECK (("agentsContext" = ANY (ARRAY['excluded'::text, 'included'::text]))),
    CONSTRAINT sites_basename_check CHECK (((char_length(basename) >= 1) AND (char_length(basename) <= 100))),
    CONSTRAINT sites_proxy_check CHECK ((char_length(proxy) <= 512)),
    CONSTRAINT sites_published_check CHECK (((NOT published) OR ("publishedAt" IS NOT NULL))),
    CONSTRAINT sites_title_check CHECK (((char_length(title) >= 2) AND (char_length(title) <= 128))),
    CONSTRAINT sites_type_check CHECK ((type = ANY (ARRAY['basic'::text, 'premium'::text, 'ultimate'::text, 'sponsored'::text, 'legacy-basic'::text, 'legacy-premium'::text]))),
    CONSTRAINT sites_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'share-link'::text, 'visitor-auth'::text])))
);

CREATE TABLE spaces (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "parentId" text COLLATE pg_catalog."C",
    title text NOT NULL,
    emoji text,
    icon text,
    visibility text DEFAULT 'private'::text NOT NULL,
    "editMode" text DEFAULT 'live'::text NOT NULL,
    "defaultLevel" text DEFAULT 'inherit'::text NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C",
    "revisionId" text NOT NULL COLLATE pg_catalog."C",
    comments integer DEFAULT 0 NOT NULL,
    "commentsAll" integer DEFAULT 0 NOT NULL,
    "changeRequests" integer DEFAULT 0 NOT NULL,
    "changeRequestsOpen" integer DEFAULT 0 NOT NULL,
    "changeRequestsDraft" integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "deletedAt" timestamp(3) with time zone,
    language text,
    CONSTRAINT "spaces_defaultLevel_check" CHECK (("defaultLevel" = ANY (ARRAY['inherit'::text, 'none'::text, 'read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text]))),
    CONSTRAINT "spaces_editMode_check" CHECK (("editMode" = ANY (ARRAY['live'::text, 'locked'::text]))),
    CONSTRAINT spaces_title_check CHECK ((char_length(title) <= 50)),
    CONSTRAINT spaces_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'share-link'::text, 'visitor-auth'::text, 'in-collection'::text, 'private'::text])))
)
WITH (fillfactor='80');

CREATE TABLE team_members (
    "teamId" text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    role text DEFAULT 'member'::text NOT NULL,
    "joinedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT team_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);

CREATE TABLE teams (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT teams_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 64)))
);

CREATE TABLE translated_pages (
    "translatedSpaceId" text NOT NULL COLLATE pg_catalog."C",
    "pageId" text NOT NULL COLLATE pg_catalog."C",
    "revisionId" text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    "documentId" text COLLATE pg_catalog."C",
    title text NOT NULL,
    description text,
    "translatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE translated_spaces (
    id text NOT NULL COLLATE pg_catalog."C",
    "settingsId" text NOT NULL COLLATE pg_catalog."C",
    "sourceId" text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE translation_segments (
    "translatedSpaceId" text NOT NULL COLLATE pg_catalog."C",
    digest text NOT NULL,
    target text NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE translation_settings (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    languages text[] DEFAULT ARRAY[]::text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    instructions jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE TABLE users (
    id text NOT NULL COLLATE pg_catalog."C",
    "displayName" text NOT NULL,
    email text,
    "emailVerified" boolean DEFAULT false NOT NULL,
    "photoURL" text,
    "isInstanceAdmin" boolean DEFAULT false NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "assertedEmail" text,
    "invitedById" text COLLATE pg_catalog."C",
    "organizationId" text COLLATE pg_catalog."C",
    CONSTRAINT users_managed_check CHECK (((("organizationId" IS NULL) = ("assertedEmail" IS NULL)) AND (("organizationId" IS NULL) OR ((email IS NULL) AND (NOT "isInstanceAdmin")))))
);

CREATE TABLE watches (
    id text NOT NULL COLLATE pg_catalog."C",
    "userId" text NOT NULL COLLATE pg_catalog."C",
    "nodeId" text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text COLLATE pg_catalog."C",
    "collectionId" text COLLATE pg_catalog."C",
    "specId" text COLLATE pg_catalog."C",
    "changeRequestId" text COLLATE pg_catalog."C",
    level text NOT NULL,
    "createdAt" timestamp(3) with time zone NOT NULL,
    CONSTRAINT watches_level_check CHECK ((level = ANY (ARRAY['everything'::text, 'content'::text, 'nothing'::text]))),
    CONSTRAINT watches_place_check CHECK ((num_nonnulls("spaceId", "collectionId", "specId") = 1))
);

CREATE TABLE webhook_deliveries (
    id text NOT NULL COLLATE pg_catalog."C",
    "webhookId" text NOT NULL COLLATE pg_catalog."C",
    "eventId" text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    type text NOT NULL,
    state text NOT NULL,
    body text,
    attempts integer DEFAULT 0 NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    "nextAttemptAt" timestamp(3) with time zone,
    "attemptedAt" timestamp(3) with time zone,
    status integer,
    response text,
    error text,
    "durationMs" integer,
    "createdAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE webhooks (
    id text NOT NULL COLLATE pg_catalog."C",
    "organizationId" text NOT NULL COLLATE pg_catalog."C",
    "spaceId" text COLLATE pg_catalog."C",
    "collectionId" text COLLATE pg_catalog."C",
    "siteId" text COLLATE pg_catalog."C",
    "pageId" text COLLATE pg_catalog."C",
    url text NOT NULL,
    types text[] NOT NULL,
    description text,
    active boolean NOT NULL,
    "disabledReason" text,
    "disabledAt" timestamp(3) with time zone,
    "sealedSecret" text NOT NULL,
    "sealedFormer" text,
    "formerUntil" timestamp(3) with time zone,
    cursor bigint NOT NULL,
    delivered bigint DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    "failingSince" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "catchesUp" boolean DEFAULT false NOT NULL,
    CONSTRAINT webhooks_page_check CHECK ((("pageId" IS NULL) OR ("spaceId" IS NOT NULL))),
    CONSTRAINT webhooks_place_check CHECK ((num_nonnulls("spaceId", "collectionId", "siteId") <= 1))
);

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY blobs
    ADD CONSTRAINT blobs_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY change_request_conflicts
    ADD CONSTRAINT change_request_conflicts_pkey PRIMARY KEY ("changeRequestId", "entryId");

ALTER TABLE ONLY change_request_reviews
    ADD CONSTRAINT change_request_reviews_pkey PRIMARY KEY (id);

ALTER TABLE ONLY change_requests
    ADD CONSTRAINT change_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY content_entries
    ADD CONSTRAINT content_entries_pkey PRIMARY KEY (line, "entryId", "fromSeq");

ALTER TABLE ONLY content_links
    ADD CONSTRAINT content_links_pkey PRIMARY KEY (line, "entryId", "fromSeq", ordinal);

ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY email_domains
    ADD CONSTRAINT email_domains_pkey PRIMARY KEY (domain);

ALTER TABLE ONLY event_batches
    ADD CONSTRAINT event_batches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY event_dispatches
    ADD CONSTRAINT event_dispatches_pkey PRIMARY KEY ("organizationId");

ALTER TABLE ONLY event_streams
    ADD CONSTRAINT event_streams_pkey PRIMARY KEY ("organizationId");

ALTER TABLE ONLY event_tasks
    ADD CONSTRAINT event_tasks_pkey PRIMARY KEY (key);

ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY exports
    ADD CONSTRAINT exports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY glossary_entries
    ADD CONSTRAINT glossary_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope, key);

ALTER TABLE ONLY identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY ("samlProviderId", subject);

ALTER TABLE ONLY imported_sources
    ADD CONSTRAINT imported_sources_pkey PRIMARY KEY ("spaceId", line, "importId", kind, key);

ALTER TABLE ONLY installation_sites
    ADD CONSTRAINT installation_sites_pkey PRIMARY KEY ("installationId", "siteId");

ALTER TABLE ONLY installation_spaces
    ADD CONSTRAINT installation_spaces_pkey PRIMARY KEY ("installationId", "spaceId");

ALTER TABLE ONLY installation_webhooks
    ADD CONSTRAINT installation_webhooks_pkey PRIMARY KEY ("webhookId");

ALTER TABLE ONLY installations
    ADD CONSTRAINT installations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY integrations
    ADD CONSTRAINT integrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY member_removals
    ADD CONSTRAINT member_removals_pkey PRIMARY KEY ("organizationId", "userId");

ALTER TABLE ONLY members
    ADD CONSTRAINT members_pkey PRIMARY KEY ("organizationId", "userId");

ALTER TABLE ONLY notification_cursors
    ADD CONSTRAINT notification_cursors_pkey PRIMARY KEY ("organizationId");

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY openapi_outlines
    ADD CONSTRAINT openapi_outlines_pkey PRIMARY KEY ("specId");

ALTER TABLE ONLY openapi_parts
    ADD CONSTRAINT openapi_parts_pkey PRIMARY KEY ("specId", key);

ALTER TABLE ONLY openapi_specs
    ADD CONSTRAINT openapi_specs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY openapi_versions
    ADD CONSTRAINT openapi_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY page_feedback
    ADD CONSTRAINT page_feedback_pkey PRIMARY KEY (id);

ALTER TABLE ONLY page_redirects
    ADD CONSTRAINT page_redirects_pkey PRIMARY KEY ("spaceId", "parentId", slug);

ALTER TABLE ONLY pdf_exports
    ADD CONSTRAINT pdf_exports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY reactions
    ADD CONSTRAINT reactions_pkey PRIMARY KEY ("commentId", emoji, "userId");

ALTER TABLE ONLY renderers
    ADD CONSTRAINT renderers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY requested_reviewers
    ADD CONSTRAINT requested_reviewers_pkey PRIMARY KEY ("changeRequestId", "userId");

ALTER TABLE ONLY revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY saml_assertions
    ADD CONSTRAINT saml_assertions_pkey PRIMARY KEY ("providerId", "assertionId");

ALTER TABLE ONLY saml_providers
    ADD CONSTRAINT saml_providers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY saml_requests
    ADD CONSTRAINT saml_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY search_pages
    ADD CONSTRAINT search_pages_pkey PRIMARY KEY ("spaceId", "pageId");

ALTER TABLE ONLY search_sections
    ADD CONSTRAINT search_sections_pkey PRIMARY KEY ("documentId", ordinal);

ALTER TABLE ONLY search_terms
    ADD CONSTRAINT search_terms_pkey PRIMARY KEY ("spaceId", term);

ALTER TABLE ONLY settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);

ALTER TABLE ONLY sign_in_codes
    ADD CONSTRAINT sign_in_codes_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY site_adaptive_schemas
    ADD CONSTRAINT site_adaptive_schemas_pkey PRIMARY KEY ("siteId");

ALTER TABLE ONLY site_customizations
    ADD CONSTRAINT site_customizations_pkey PRIMARY KEY ("siteId");

ALTER TABLE ONLY site_hostnames
    ADD CONSTRAINT site_hostnames_pkey PRIMARY KEY ("siteId");

ALTER TABLE ONLY site_missed_searches
    ADD CONSTRAINT site_missed_searches_pkey PRIMARY KEY ("siteId", "dayAt", query);

ALTER TABLE ONLY site_page_views
    ADD CONSTRAINT site_page_views_pkey PRIMARY KEY ("siteId", "dayAt", "spaceId", "pageId");

ALTER TABLE ONLY site_redirects
    ADD CONSTRAINT site_redirects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY site_section_groups
    ADD CONSTRAINT site_section_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY site_sections
    ADD CONSTRAINT site_sections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY site_share_links
    ADD CONSTRAINT site_share_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY site_space_customizations
    ADD CONSTRAINT site_space_customizations_pkey PRIMARY KEY ("siteSpaceId");

ALTER TABLE ONLY site_spaces
    ADD CONSTRAINT site_spaces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY site_visitor_auth
    ADD CONSTRAINT site_visitor_auth_pkey PRIMARY KEY ("siteId");

ALTER TABLE ONLY sites
    ADD CONSTRAINT sites_pkey PRIMARY KEY (id);

ALTER TABLE ONLY spaces
    ADD CONSTRAINT spaces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY ("teamId", "userId");

ALTER TABLE ONLY teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY translated_pages
    ADD CONSTRAINT translated_pages_pkey PRIMARY KEY ("translatedSpaceId", "pageId");

ALTER TABLE ONLY translated_spaces
    ADD CONSTRAINT translated_spaces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY translation_segments
    ADD CONSTRAINT translation_segments_pkey PRIMARY KEY ("translatedSpaceId", digest);

ALTER TABLE ONLY translation_settings
    ADD CONSTRAINT translation_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY watches
    ADD CONSTRAINT watches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens USING btree (hash);

CREATE INDEX "api_tokens_installationId_idx" ON api_tokens USING btree ("installationId");

CREATE INDEX "api_tokens_integrationId_idx" ON api_tokens USING btree ("integrationId");

CREATE INDEX "api_tokens_samlProviderId_idx" ON api_tokens USING btree ("samlProviderId");

CREATE INDEX "api_tokens_userId_createdAt_id_idx" ON api_tokens USING btree ("userId", "createdAt", id);

CREATE INDEX "change_request_reviews_changeRequestId_createdAt_id_idx" ON change_request_reviews USING btree ("changeRequestId", "createdAt", id);

CREATE INDEX "change_request_reviews_changeRequestId_reviewerId_createdAt_idx" ON change_request_reviews USING btree ("changeRequestId", "reviewerId", "createdAt", id);

CREATE INDEX "change_request_reviews_requestedById_idx" ON change_request_reviews USING btree ("requestedById");

CREATE INDEX "change_request_reviews_reviewerId_idx" ON change_request_reviews USING btree ("reviewerId");

CREATE INDEX "change_requests_createdById_idx" ON change_requests USING btree ("createdById");

CREATE INDEX "change_requests_revisionMergedId_idx" ON change_requests USING btree ("revisionMergedId");

CREATE INDEX "change_requests_spaceId_createdAt_id_idx" ON change_requests USING btree ("spaceId", "createdAt", id);

CREATE UNIQUE INDEX "change_requests_spaceId_number_key" ON change_requests USING btree ("spaceId", number);

CREATE INDEX "change_requests_spaceId_status_createdAt_id_idx" ON change_requests USING btree ("spaceId", status, "createdAt", id);

CREATE INDEX "change_requests_spaceId_updatedAt_id_idx" ON change_requests USING btree ("spaceId", "updatedAt", id);

CREATE INDEX "collections_organizationId_createdAt_id_idx" ON collections USING btree ("organizationId", "createdAt", id);

CREATE INDEX "collections_parentId_idx" ON collections USING btree ("parentId");

CREATE INDEX "comments_authorId_idx" ON comments USING btree ("authorId");

CREATE INDEX comments_author_threads_idx ON comments USING btree ("spaceId", "authorId", "postedAt", id) WHERE (("parentId" IS NULL) AND ("changeRequestId" IS NULL));

CREATE INDEX comments_authors_idx ON comments USING btree (((("spaceId" || ' '::text) || COALESCE("changeRequestId", ''::text))), "authorId");

CREATE INDEX comments_page_threads_idx ON comments USING btree ("spaceId", "pageId", "postedAt", id) WHERE (("parentId" IS NULL) AND ("changeRequestId" IS NULL) AND ("pageId" IS NOT NULL));

CREATE INDEX "comments_parentId_postedAt_id_idx" ON comments USING btree ("parentId", "postedAt", id);

CREATE INDEX comments_request_threads_idx ON comments USING btree ("changeRequestId", "postedAt", id) WHERE ("changeRequestId" IS NOT NULL);

CREATE UNIQUE INDEX "comments_reviewId_key" ON comments USING btree ("reviewId") WHERE ("reviewId" IS NOT NULL);

CREATE INDEX "comments_spaceId_postedAt_id_idx" ON comments USING btree ("spaceId", "postedAt", id);

CREATE INDEX comments_threads_idx ON comments USING btree ("spaceId", "postedAt", id) WHERE (("parentId" IS NULL) AND ("changeRequestId" IS NULL));

CREATE INDEX content_entries_begun_idx ON content_entries USING btree (((line || ' begun'::text)), "fromSeq");

CREATE INDEX "content_entries_blobHash_idx" ON content_entries USING btree ("blobHash");

CREATE UNIQUE INDEX content_entries_current_key ON content_entries USING btree (line, "entryId") WHERE ("toSeq" IS NULL);

CREATE INDEX "content_entries_documentId_idx" ON content_entries USING btree ("documentId");

CREATE INDEX content_entries_ended_idx ON content_entries USING btree (((line || ' ended'::text)), "toSeq") WHERE ("toSeq" IS NOT NULL);

CREATE UNIQUE INDEX content_entries_place_key ON content_entries USING btree ((((line || ' '::text) || COALESCE("parentId", ''::text))), COALESCE(slug, "entryId")) WHERE ((COALESCE("toSeq", '-1'::integer) = '-1'::integer) AND (NOT deleted));

CREATE INDEX "content_entries_spaceId_entryId_idx" ON content_entries USING btree ("spaceId", "entryId");

CREATE INDEX content_links_openapi_idx ON content_links USING btree ("targetId") WHERE (kind = 'openapi'::text);

CREATE INDEX content_links_path_idx ON content_links USING btree (line, path) WHERE (path IS NOT NULL);

CREATE INDEX content_links_target_idx ON content_links USING btree (line, "targetId") WHERE ("targetId" IS NOT NULL);

CREATE INDEX documents_openapi_idx ON documents USING btree (id) WHERE (markdown ~ '\{%-?[ \t]*openapi'::text);

CREATE INDEX documents_visitor_idx ON documents USING btree (id) WHERE (markdown ~ '\{%-?[ \t]*if|\{\{[^{}\n]*visitor|"expression">[^<\n]*visitor'::text);

CREATE INDEX "email_domains_organizationId_idx" ON email_domains USING btree ("organizationId");

CREATE INDEX "events_createdAt_idx" ON events USING btree ("createdAt");

CREATE INDEX "events_organizationId_actorId_position_idx" ON events USING btree ("organizationId", "actorId", "position");

CREATE UNIQUE INDEX "events_organizationId_position_key" ON events USING btree ("organizationId", "position");

CREATE INDEX "events_organizationId_siteId_position_idx" ON events USING btree ("organizationId", "siteId", "position") WHERE ("siteId" IS NOT NULL);

CREATE INDEX "events_organizationId_spaceId_position_idx" ON events USING btree ("organizationId", "spaceId", "position");

CREATE INDEX "events_organizationId_subjectId_position_idx" ON events USING btree ("organizationId", "subjectId", "position");

CREATE INDEX "events_organizationId_type_position_idx" ON events USING btree ("organizationId", type, "position");

CREATE INDEX "exports_blobHash_idx" ON exports USING btree ("blobHash");

CREATE INDEX "exports_organizationId_idx" ON exports USING btree ("organizationId");

CREATE INDEX "exports_spaceId_idx" ON exports USING btree ("spaceId");

CREATE INDEX "glossary_entries_organizationId_createdAt_id_idx" ON glossary_entries USING btree ("organizationId", "createdAt", id);

CREATE UNIQUE INDEX "grants_collectionId_teamId_key" ON grants USING btree ("collectionId", "teamId");

CREATE UNIQUE INDEX "grants_collectionId_userId_key" ON grants USING btree ("collectionId", "userId");

CREATE INDEX "grants_organizationId_teamId_idx" ON grants USING btree ("organizationId", "teamId");

CREATE INDEX "grants_organizationId_userId_idx" ON grants USING btree ("organizationId", "userId");

CREATE UNIQUE INDEX "grants_siteId_teamId_key" ON grants USING btree ("siteId", "teamId");

CREATE UNIQUE INDEX "grants_siteId_userId_key" ON grants USING btree ("siteId", "userId");

CREATE UNIQUE INDEX "grants_spaceId_teamId_key" ON grants USING btree ("spaceId", "teamId");

CREATE UNIQUE INDEX "grants_spaceId_userId_key" ON grants USING btree ("spaceId", "userId");

CREATE INDEX grants_teams_idx ON grants USING btree (COALESCE("spaceId", "collectionId", "siteId"), "createdAt", id) WHERE ("teamId" IS NOT NULL);

CREATE INDEX grants_users_idx ON grants USING btree (COALESCE("spaceId", "collectionId", "siteId"), "createdAt", id) WHERE ("userId" IS NOT NULL);

CREATE INDEX "idempotency_keys_createdAt_idx" ON idempotency_keys USING btree ("createdAt");

CREATE INDEX "identities_userId_idx" ON identities USING btree ("userId");

CREATE INDEX "installation_sites_siteId_idx" ON installation_sites USING btree ("siteId");

CREATE INDEX "installation_spaces_spaceId_idx" ON installation_spaces USING btree ("spaceId");

CREATE UNIQUE INDEX "installation_webhooks_installationId_key" ON installation_webhooks USING btree ("installationId");

CREATE INDEX "installation_webhooks_integrationId_idx" ON installation_webhooks USING btree ("integrationId");

CREATE UNIQUE INDEX "installations_integrationId_organizationId_key" ON installations USING btree ("integrationId", "organizationId");

CREATE INDEX "installations_organizationId_createdAt_id_idx" ON installations USING btree ("organizationId", "createdAt", id);

CREATE INDEX "integrations_createdAt_id_idx" ON integrations USING btree ("createdAt", id);

CREATE UNIQUE INDEX integrations_name_ignoring_case ON integrations USING btree (lower(name));

CREATE UNIQUE INDEX integrations_name_key ON integrations USING btree (name);

CREATE INDEX "integrations_organizationId_idx" ON integrations USING btree ("organizationId");

CREATE INDEX "integrations_userId_idx" ON integrations USING btree ("userId");

CREATE INDEX "invites_organizationId_createdAt_id_idx" ON invites USING btree ("organizationId", "createdAt", id);

CREATE INDEX "jobs_createdById_idx" ON jobs USING btree ("createdById");

CREATE INDEX "jobs_finishedAt_idx" ON jobs USING btree ("finishedAt");

CREATE INDEX "jobs_installationId_idx" ON jobs USING btree ("installationId");

CREATE UNIQUE INDEX jobs_key_key ON jobs USING btree (key) WHERE ("finishedAt" IS NULL);

CREATE INDEX "jobs_organizationId_idx" ON jobs USING btree ("organizationId");

CREATE INDEX jobs_renderer_idx ON jobs USING btree (((input ->> 'rendererId'::text)), "createdAt", id) WHERE (kind = 'renderer-revalidation'::text);

CREATE INDEX "jobs_spaceId_idx" ON jobs USING btree ("spaceId");

CREATE INDEX jobs_unfinished_idx ON jobs USING btree (id) WHERE ("finishedAt" IS NULL);

CREATE INDEX "member_removals_userId_idx" ON member_removals USING btree ("userId");

CREATE INDEX "members_organizationId_joinedAt_userId_idx" ON members USING btree ("organizationId", "joinedAt", "userId");

CREATE INDEX "members_samlProviderId_idx" ON members USING btree ("samlProviderId");

CREATE INDEX "members_userId_idx" ON members USING btree ("userId");

CREATE INDEX "notifications_actorId_idx" ON notifications USING btree ("actorId");

CREATE INDEX "notifications_changeRequestId_idx" ON notifications USING btree ("changeRequestId");

CREATE UNIQUE INDEX "notifications_organizationId_position_userId_key" ON notifications USING btree ("organizationId", "position", "userId");

CREATE INDEX "notifications_spaceId_idx" ON notifications USING btree ("spaceId");

CREATE INDEX notifications_unread_idx ON notifications USING btree ("userId", type, "subjectId") WHERE ("readAt" IS NULL);

CREATE INDEX "notifications_updatedAt_idx" ON notifications USING btree ("updatedAt");

CREATE INDEX "notifications_userId_updatedAt_idx" ON notifications USING btree ("userId", "updatedAt");

CREATE INDEX "openapi_specs_createdById_idx" ON openapi_specs USING btree ("createdById");

CREATE UNIQUE INDEX "openapi_specs_organizationId_slug_key" ON openapi_specs USING btree ("organizationId", slug);

CREATE INDEX "openapi_specs_sourceHash_idx" ON openapi_specs USING btree ("sourceHash");

CREATE INDEX "openapi_versions_filesHash_idx" ON openapi_versions USING btree ("filesHash");

CREATE INDEX "openapi_versions_rawHash_idx" ON openapi_versions USING btree ("rawHash");

CREATE INDEX "openapi_versions_specId_createdAt_id_idx" ON openapi_versions USING btree ("specId", "createdAt", id);

CREATE INDEX "organizations_defaultSiteId_idx" ON organizations USING btree ("defaultSiteId");

CREATE UNIQUE INDEX organizations_hostname_key ON organizations USING btree (hostname);

CREATE INDEX "page_feedback_createdAt_idx" ON page_feedback USING btree ("createdAt");

CREATE INDEX "page_feedback_siteId_createdAt_id_idx" ON page_feedback USING btree ("siteId", "createdAt", id);

CREATE INDEX "page_feedback_spaceId_idx" ON page_feedback USING btree ("spaceId");

CREATE INDEX "pdf_exports_blobHash_idx" ON pdf_exports USING btree ("blobHash");

CREATE UNIQUE INDEX pdf_exports_key_key ON pdf_exports USING btree (key);

CREATE INDEX "pdf_exports_spaceId_idx" ON pdf_exports USING btree ("spaceId");

CREATE INDEX "reactions_userId_idx" ON reactions USING btree ("userId");

CREATE INDEX "renderers_organizationId_createdAt_id_idx" ON renderers USING btree ("organizationId", "createdAt", id);

CREATE UNIQUE INDEX "renderers_organizationId_url_key" ON renderers USING btree ("organizationId", url);

CREATE INDEX "requested_reviewers_requestedById_idx" ON requested_reviewers USING btree ("requestedById");

CREATE INDEX "requested_reviewers_userId_idx" ON requested_reviewers USING btree ("userId");

CREATE UNIQUE INDEX revisions_line_seq_key ON revisions USING btree (line, seq);

CREATE INDEX "revisions_spaceId_createdAt_id_idx" ON revisions USING btree ("spaceId", "createdAt", id);

CREATE INDEX "saml_assertions_expiresAt_idx" ON saml_assertions USING btree ("expiresAt");

CREATE INDEX "saml_providers_defaultTeamId_idx" ON saml_providers USING btree ("defaultTeamId");

CREATE INDEX "saml_providers_organizationId_createdAt_id_idx" ON saml_providers USING btree ("organizationId", "createdAt", id);

CREATE INDEX "saml_requests_expiresAt_idx" ON saml_requests USING btree ("expiresAt");

CREATE INDEX "saml_requests_providerId_idx" ON saml_requests USING btree ("providerId");

CREATE INDEX "search_pages_version_spaceId_pageId_idx" ON search_pages USING btree (version, "spaceId", "pageId");

CREATE INDEX search_pages_words_idx ON search_pages USING gin (words);

CREATE INDEX "search_terms_term_spaceId_idx" ON search_terms USING btree (term, "spaceId");

CREATE INDEX "sign_in_codes_expiresAt_idx" ON sign_in_codes USING btree ("expiresAt");

CREATE INDEX "sign_in_codes_providerId_idx" ON sign_in_codes USING btree ("providerId");

CREATE INDEX "sign_in_codes_userId_idx" ON sign_in_codes USING btree ("userId");

CREATE INDEX site_hostnames_hostname_idx ON site_hostnames USING btree (hostname);

CREATE UNIQUE INDEX site_hostnames_verified_key ON site_hostnames USING btree (hostname) WHERE ("verifiedAt" IS NOT NULL);

CREATE INDEX "site_missed_searches_dayAt_idx" ON site_missed_searches USING btree ("dayAt");

CREATE INDEX "site_page_views_dayAt_idx" ON site_page_views USING btree ("dayAt");

CREATE INDEX "site_page_views_spaceId_idx" ON site_page_views USING btree ("spaceId");

CREATE INDEX "site_redirects_siteId_createdAt_id_idx" ON site_redirects USING btree ("siteId", "createdAt", id);

CREATE UNIQUE INDEX "site_redirects_siteId_source_key" ON site_redirects USING btree ("siteId", source);

CREATE INDEX "site_section_groups_siteId_position_id_idx" ON site_section_groups USING btree ("siteId", "position", id);

CREATE UNIQUE INDEX site_sections_default_key ON site_sections USING btree ("siteId") WHERE "isDefault";

CREATE INDEX "site_sections_groupId_idx" ON site_sections USING btree ("groupId");

CREATE UNIQUE INDEX site_sections_path_key ON site_sections USING btree ("siteId", lower(path));

CREATE INDEX "site_sections_siteId_position_id_idx" ON site_sections USING btree ("siteId", "position", id);

CREATE UNIQUE INDEX "site_share_links_keyHash_key" ON site_share_links USING btree ("keyHash");

CREATE INDEX "site_share_links_siteId_createdAt_id_idx" ON site_share_links USING btree ("siteId", "createdAt", id);

CREATE UNIQUE INDEX site_spaces_default_key ON site_spaces USING btree ("siteId", COALESCE("sectionId", ''::text)) WHERE "isDefault";

CREATE UNIQUE INDEX site_spaces_path_key ON site_spaces USING btree ("siteId", COALESCE("sectionId", ''::text), lower(path));

CREATE INDEX "site_spaces_sectionId_idx" ON site_spaces USING btree ("sectionId");

CREATE INDEX "site_spaces_siteId_position_id_idx" ON site_spaces USING btree ("siteId", "position", id);

CREATE INDEX "site_spaces_spaceId_idx" ON site_spaces USING btree ("spaceId");

CREATE UNIQUE INDEX site_spaces_space_key ON site_spaces USING btree ("siteId", COALESCE("sectionId", ''::text), "spaceId");

CREATE UNIQUE INDEX sites_basename_key ON sites USING btree ("organizationId", lower(basename));

CREATE INDEX "sites_organizationId_createdAt_id_idx" ON sites USING btree ("organizationId", "createdAt", id);

CREATE INDEX spaces_groups_idx ON spaces USING btree ("organizationId", "parentId", "defaultLevel") WHERE ("deletedAt" IS NULL);

CREATE INDEX spaces_listed_idx ON spaces USING btree ("organizationId", "createdAt", id) INCLUDE ("parentId", "defaultLevel") WHERE ("deletedAt" IS NULL);

CREATE INDEX "spaces_organizationId_createdAt_id_idx" ON spaces USING btree ("organizationId", "createdAt", id);

CREATE INDEX "spaces_parentId_createdAt_id_idx" ON spaces USING btree ("parentId", "createdAt", id);

CREATE INDEX "team_members_teamId_joinedAt_userId_idx" ON team_members USING btree ("teamId", "joinedAt", "userId");

CREATE INDEX "team_members_userId_idx" ON team_members USING btree ("userId");

CREATE INDEX "teams_organizationId_title_id_idx" ON teams USING btree ("organizationId", title, id);

CREATE INDEX "translated_spaces_settingsId_createdAt_id_idx" ON translated_spaces USING btree ("settingsId", "createdAt", id);

CREATE UNIQUE INDEX "translated_spaces_sourceId_language_key" ON translated_spaces USING btree ("sourceId", language);

CREATE UNIQUE INDEX "translated_spaces_spaceId_key" ON translated_spaces USING btree ("spaceId");

CREATE INDEX "translation_settings_organizationId_createdAt_id_idx" ON translation_settings USING btree ("organizationId", "createdAt", id);

CREATE UNIQUE INDEX users_email_key ON users USING btree (email);

CREATE INDEX "users_invitedById_idx" ON users USING btree ("invitedById");

CREATE UNIQUE INDEX "users_organizationId_assertedEmail_key" ON users USING btree ("organizationId", "assertedEmail");

CREATE INDEX users_search_idx ON users USING gin ("displayName" gin_trgm_ops, email gin_trgm_ops, "assertedEmail" gin_trgm_ops);

CREATE INDEX "watches_changeRequestId_idx" ON watches USING btree ("changeRequestId");

CREATE INDEX "watches_collectionId_idx" ON watches USING btree ("collectionId");

CREATE UNIQUE INDEX "watches_nodeId_userId_key" ON watches USING btree ("nodeId", "userId");

CREATE INDEX "watches_organizationId_idx" ON watches USING btree ("organizationId");

CREATE INDEX "watches_spaceId_idx" ON watches USING btree ("spaceId");

CREATE INDEX "watches_specId_idx" ON watches USING btree ("specId");

CREATE INDEX "watches_userId_createdAt_id_idx" ON watches USING btree ("userId", "createdAt", id);

CREATE INDEX "webhook_deliveries_createdAt_idx" ON webhook_deliveries USING btree ("createdAt");

CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries USING btree ("webhookId", "nextAttemptAt") WHERE (state = 'pending'::text);

CREATE INDEX webhook_deliveries_first_idx ON webhook_deliveries USING btree ("webhookId", "position") WHERE ((state = 'pending'::text) AND (step = 0));

CREATE INDEX webhook_deliveries_retries_idx ON webhook_deliveries USING btree ("webhookId", "nextAttemptAt", "position") WHERE ((state = 'pending'::text) AND (step > 0));

CREATE UNIQUE INDEX "webhook_deliveries_webhookId_position_key" ON webhook_deliveries USING btree ("webhookId", "position");

CREATE INDEX webhooks_active_idx ON webhooks USING btree ("organizationId", COALESCE("spaceId", "collectionId", "siteId", ''::text)) WHERE active;

CREATE INDEX webhooks_catching_up_idx ON webhooks USING btree ("organizationId") WHERE "catchesUp";

CREATE INDEX "webhooks_organizationId_createdAt_id_idx" ON webhooks USING btree ("organizationId", "createdAt", id);

CREATE CONSTRAINT TRIGGER write_event_batch AFTER INSERT ON event_batches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_event_batch();

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT "api_tokens_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES installations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT "api_tokens_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES integrations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT "api_tokens_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT "api_tokens_samlProviderId_fkey" FOREIGN KEY ("samlProviderId") REFERENCES saml_providers(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT "api_tokens_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY change_request_conflicts
    ADD CONSTRAINT "change_request_conflicts_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES change_requests(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY change_request_reviews
    ADD CONSTRAINT "change_request_reviews_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES change_requests(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY change_request_reviews
    ADD CONSTRAINT "change_request_reviews_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY change_request_reviews
    ADD CONSTRAINT "change_request_reviews_reviewerId_fkey" FOREIGN KEY ("reviewerId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY change_requests
    ADD CONSTRAINT "change_requests_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY change_requests
    ADD CONSTRAINT "change_requests_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY collections
    ADD CONSTRAINT "collections_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY collections
    ADD CONSTRAINT "collections_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES collections(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY comments
    ADD CONSTRAINT "comments_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY comments
    ADD CONSTRAINT "comments_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES change_requests(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY comments
    ADD CONSTRAINT "comments_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES comments(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY comments
    ADD CONSTRAINT "comments_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY comments
    ADD CONSTRAINT "comments_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES change_request_reviews(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY comments
    ADD CONSTRAINT "comments_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY content_entries
    ADD CONSTRAINT "content_entries_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES blobs(hash) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY content_entries
    ADD CONSTRAINT "content_entries_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES documents(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY content_entries
    ADD CONSTRAINT "content_entries_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY content_links
    ADD CONSTRAINT "content_links_line_entryId_fromSeq_fkey" FOREIGN KEY (line, "entryId", "fromSeq") REFERENCES content_entries(line, "entryId", "fromSeq") ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY email_domains
    ADD CONSTRAINT "email_domains_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY event_dispatches
    ADD CONSTRAINT "event_dispatches_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY event_streams
    ADD CONSTRAINT "event_streams_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY events
    ADD CONSTRAINT "events_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY exports
    ADD CONSTRAINT "exports_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES blobs(hash) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY exports
    ADD CONSTRAINT "exports_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY exports
    ADD CONSTRAINT "exports_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY glossary_entries
    ADD CONSTRAINT "glossary_entries_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT "grants_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES collections(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT "grants_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT "grants_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT "grants_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT "grants_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES teams(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT "grants_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY identities
    ADD CONSTRAINT "identities_samlProviderId_fkey" FOREIGN KEY ("samlProviderId") REFERENCES saml_providers(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY identities
    ADD CONSTRAINT "identities_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY imported_sources
    ADD CONSTRAINT "imported_sources_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY installation_sites
    ADD CONSTRAINT "installation_sites_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES installations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY installation_sites
    ADD CONSTRAINT "installation_sites_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY installation_spaces
    ADD CONSTRAINT "installation_spaces_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES installations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY installation_spaces
    ADD CONSTRAINT "installation_spaces_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY installation_webhooks
    ADD CONSTRAINT "installation_webhooks_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES integrations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY installations
    ADD CONSTRAINT "installations_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES integrations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY installations
    ADD CONSTRAINT "installations_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY integrations
    ADD CONSTRAINT "integrations_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY integrations
    ADD CONSTRAINT "integrations_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY invites
    ADD CONSTRAINT "invites_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES collections(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY invites
    ADD CONSTRAINT "invites_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY invites
    ADD CONSTRAINT "invites_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY jobs
    ADD CONSTRAINT "jobs_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY jobs
    ADD CONSTRAINT "jobs_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES installations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY jobs
    ADD CONSTRAINT "jobs_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY jobs
    ADD CONSTRAINT "jobs_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY member_removals
    ADD CONSTRAINT "member_removals_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY member_removals
    ADD CONSTRAINT "member_removals_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY members
    ADD CONSTRAINT "members_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY members
    ADD CONSTRAINT "members_samlProviderId_fkey" FOREIGN KEY ("samlProviderId") REFERENCES saml_providers(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY members
    ADD CONSTRAINT "members_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY notification_cursors
    ADD CONSTRAINT "notification_cursors_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY notifications
    ADD CONSTRAINT "notifications_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY notifications
    ADD CONSTRAINT "notifications_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES change_requests(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY notifications
    ADD CONSTRAINT "notifications_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY notifications
    ADD CONSTRAINT "notifications_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY notifications
    ADD CONSTRAINT "notifications_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY openapi_outlines
    ADD CONSTRAINT "openapi_outlines_specId_fkey" FOREIGN KEY ("specId") REFERENCES openapi_specs(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY openapi_parts
    ADD CONSTRAINT "openapi_parts_specId_fkey" FOREIGN KEY ("specId") REFERENCES openapi_specs(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY openapi_specs
    ADD CONSTRAINT "openapi_specs_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY openapi_specs
    ADD CONSTRAINT "openapi_specs_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY openapi_specs
    ADD CONSTRAINT "openapi_specs_sourceHash_fkey" FOREIGN KEY ("sourceHash") REFERENCES blobs(hash) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY openapi_versions
    ADD CONSTRAINT "openapi_versions_filesHash_fkey" FOREIGN KEY ("filesHash") REFERENCES blobs(hash) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY openapi_versions
    ADD CONSTRAINT "openapi_versions_rawHash_fkey" FOREIGN KEY ("rawHash") REFERENCES blobs(hash) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY openapi_versions
    ADD CONSTRAINT "openapi_versions_specId_fkey" FOREIGN KEY ("specId") REFERENCES openapi_specs(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY organizations
    ADD CONSTRAINT "organizations_defaultSiteId_fkey" FOREIGN KEY ("defaultSiteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY page_feedback
    ADD CONSTRAINT "page_feedback_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY page_feedback
    ADD CONSTRAINT "page_feedback_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY page_redirects
    ADD CONSTRAINT "page_redirects_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY pdf_exports
    ADD CONSTRAINT "pdf_exports_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES blobs(hash) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY pdf_exports
    ADD CONSTRAINT "pdf_exports_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY reactions
    ADD CONSTRAINT "reactions_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES comments(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY reactions
    ADD CONSTRAINT "reactions_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY renderers
    ADD CONSTRAINT "renderers_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY requested_reviewers
    ADD CONSTRAINT "requested_reviewers_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES change_requests(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY requested_reviewers
    ADD CONSTRAINT "requested_reviewers_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY requested_reviewers
    ADD CONSTRAINT "requested_reviewers_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY revisions
    ADD CONSTRAINT "revisions_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY revisions
    ADD CONSTRAINT "revisions_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY saml_assertions
    ADD CONSTRAINT "saml_assertions_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES saml_providers(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY saml_providers
    ADD CONSTRAINT "saml_providers_defaultTeamId_fkey" FOREIGN KEY ("defaultTeamId") REFERENCES teams(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY saml_providers
    ADD CONSTRAINT "saml_providers_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY saml_requests
    ADD CONSTRAINT "saml_requests_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES saml_providers(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY search_pages
    ADD CONSTRAINT "search_pages_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY search_sections
    ADD CONSTRAINT "search_sections_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES documents(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY search_terms
    ADD CONSTRAINT "search_terms_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY sign_in_codes
    ADD CONSTRAINT "sign_in_codes_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES saml_providers(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY sign_in_codes
    ADD CONSTRAINT "sign_in_codes_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_adaptive_schemas
    ADD CONSTRAINT "site_adaptive_schemas_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_customizations
    ADD CONSTRAINT "site_customizations_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_hostnames
    ADD CONSTRAINT "site_hostnames_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_missed_searches
    ADD CONSTRAINT "site_missed_searches_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_page_views
    ADD CONSTRAINT "site_page_views_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_page_views
    ADD CONSTRAINT "site_page_views_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_redirects
    ADD CONSTRAINT "site_redirects_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_section_groups
    ADD CONSTRAINT "site_section_groups_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_sections
    ADD CONSTRAINT "site_sections_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES site_section_groups(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY site_sections
    ADD CONSTRAINT "site_sections_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_share_links
    ADD CONSTRAINT "site_share_links_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_space_customizations
    ADD CONSTRAINT "site_space_customizations_siteSpaceId_fkey" FOREIGN KEY ("siteSpaceId") REFERENCES site_spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_spaces
    ADD CONSTRAINT "site_spaces_sectionId_fkey" FOREIGN KEY ("sectionId") REFERENCES site_sections(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_spaces
    ADD CONSTRAINT "site_spaces_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_spaces
    ADD CONSTRAINT "site_spaces_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY site_visitor_auth
    ADD CONSTRAINT "site_visitor_auth_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES sites(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY sites
    ADD CONSTRAINT "sites_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY spaces
    ADD CONSTRAINT "spaces_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY spaces
    ADD CONSTRAINT "spaces_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES collections(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY team_members
    ADD CONSTRAINT "team_members_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES teams(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY team_members
    ADD CONSTRAINT "team_members_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY teams
    ADD CONSTRAINT "teams_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY translated_pages
    ADD CONSTRAINT "translated_pages_translatedSpaceId_fkey" FOREIGN KEY ("translatedSpaceId") REFERENCES translated_spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY translated_spaces
    ADD CONSTRAINT "translated_spaces_settingsId_fkey" FOREIGN KEY ("settingsId") REFERENCES translation_settings(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY translated_spaces
    ADD CONSTRAINT "translated_spaces_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY translated_spaces
    ADD CONSTRAINT "translated_spaces_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY translation_segments
    ADD CONSTRAINT "translation_segments_translatedSpaceId_fkey" FOREIGN KEY ("translatedSpaceId") REFERENCES translated_spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY translation_settings
    ADD CONSTRAINT "translation_settings_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY users
    ADD CONSTRAINT "users_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE ONLY users
    ADD CONSTRAINT "users_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE ONLY watches
    ADD CONSTRAINT "watches_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES change_requests(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY watches
    ADD CONSTRAINT "watches_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES collections(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY watches
    ADD CONSTRAINT "watches_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY watches
    ADD CONSTRAINT "watches_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES spaces(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY watches
    ADD CONSTRAINT "watches_specId_fkey" FOREIGN KEY ("specId") REFERENCES openapi_specs(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY watches
    ADD CONSTRAINT "watches_userId_fkey" FOREIGN KEY ("userId") REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT "webhook_deliveries_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY webhooks
    ADD CONSTRAINT "webhooks_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES organizations(id) ON UPDATE CASCADE ON DELETE CASCADE;

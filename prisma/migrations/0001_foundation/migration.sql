-- CreateTable
CREATE TABLE "grants" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "collectionId" TEXT COLLATE "C",
    "userId" TEXT COLLATE "C",
    "teamId" TEXT COLLATE "C",
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "collections" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "parentId" TEXT COLLATE "C",
    "title" TEXT NOT NULL,
    "description" TEXT,
    "defaultLevel" TEXT NOT NULL DEFAULT 'inherit',
    "position" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comments" (
    "id" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "parentId" TEXT COLLATE "C",
    "authorId" TEXT COLLATE "C" NOT NULL,
    "markdown" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C",
    "nodeId" TEXT COLLATE "C",
    "tableCell" JSONB,
    "replies" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "postedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "editedAt" TIMESTAMPTZ(3),
    "resolvedAt" TIMESTAMPTZ(3),
    "resolvedById" TEXT COLLATE "C",

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reactions" (
    "commentId" TEXT COLLATE "C" NOT NULL,
    "emoji" TEXT NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "reactedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reactions_pkey" PRIMARY KEY ("commentId","emoji","userId")
);

-- CreateTable
CREATE TABLE "revisions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "line" TEXT COLLATE "C" NOT NULL,
    "seq" INTEGER NOT NULL,
    "baseSeq" INTEGER,
    "parents" TEXT[],
    "type" TEXT NOT NULL,
    "createdById" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_entries" (
    "line" TEXT COLLATE "C" NOT NULL,
    "entryId" TEXT COLLATE "C" NOT NULL,
    "fromSeq" INTEGER NOT NULL,
    "toSeq" INTEGER,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "parentId" TEXT COLLATE "C",
    "position" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT,
    "documentId" TEXT COLLATE "C",
    "blobHash" TEXT COLLATE "C",
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "content_entries_pkey" PRIMARY KEY ("line","entryId","fromSeq")
);

-- CreateTable
CREATE TABLE "documents" (
    "id" TEXT COLLATE "C" NOT NULL,
    "markdown" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "content_links" (
    "pageId" TEXT COLLATE "C" NOT NULL,
    "documentId" TEXT COLLATE "C" NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "startsAt" INTEGER NOT NULL,
    "endsAt" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "targetId" TEXT COLLATE "C",
    "anchor" TEXT,

    CONSTRAINT "content_links_pkey" PRIMARY KEY ("pageId","documentId","ordinal")
);

-- CreateTable
CREATE TABLE "blobs" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "contentType" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blobs_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "invites" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "role" TEXT,
    "level" TEXT,
    "spaceId" TEXT COLLATE "C",
    "collectionId" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "role" TEXT,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "sso" BOOLEAN NOT NULL DEFAULT false,
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "members_pkey" PRIMARY KEY ("organizationId","userId")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER,
    "location" TEXT,
    "body" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("scope","key")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "hostname" TEXT,
    "emailDomains" TEXT[],
    "type" TEXT NOT NULL DEFAULT 'business',
    "useCase" TEXT,
    "communityType" TEXT,
    "defaultRole" TEXT,
    "defaultSiteId" TEXT COLLATE "C",
    "logo" TEXT,
    "sso" BOOLEAN NOT NULL DEFAULT false,
    "ai" BOOLEAN NOT NULL DEFAULT false,
    "inviteLinks" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "spaces" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "parentId" TEXT COLLATE "C",
    "title" TEXT NOT NULL,
    "emoji" TEXT,
    "icon" TEXT,
    "visibility" TEXT NOT NULL DEFAULT 'private',
    "editMode" TEXT NOT NULL DEFAULT 'live',
    "defaultLevel" TEXT NOT NULL DEFAULT 'inherit',
    "position" TEXT COLLATE "C" NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "comments" INTEGER NOT NULL DEFAULT 0,
    "commentsAll" INTEGER NOT NULL DEFAULT 0,
    "changeRequests" INTEGER NOT NULL DEFAULT 0,
    "changeRequestsOpen" INTEGER NOT NULL DEFAULT 0,
    "changeRequestsDraft" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "spaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "teamId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'member',
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("teamId","userId")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "prefix" TEXT NOT NULL,
    "lastFour" TEXT NOT NULL,
    "scopes" TEXT[],
    "organizationId" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT COLLATE "C" NOT NULL,
    "displayName" TEXT NOT NULL,
    "email" TEXT,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "photoURL" TEXT,
    "isInstanceAdmin" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "grants_organizationId_userId_idx" ON "grants"("organizationId", "userId");

-- CreateIndex
CREATE INDEX "grants_organizationId_teamId_idx" ON "grants"("organizationId", "teamId");

-- CreateIndex
CREATE UNIQUE INDEX "grants_spaceId_userId_key" ON "grants"("spaceId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "grants_spaceId_teamId_key" ON "grants"("spaceId", "teamId");

-- CreateIndex
CREATE UNIQUE INDEX "grants_collectionId_userId_key" ON "grants"("collectionId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "grants_collectionId_teamId_key" ON "grants"("collectionId", "teamId");

-- CreateIndex
CREATE INDEX "collections_organizationId_createdAt_id_idx" ON "collections"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "collections_parentId_idx" ON "collections"("parentId");

-- CreateIndex
CREATE INDEX "comments_spaceId_postedAt_id_idx" ON "comments"("spaceId", "postedAt", "id");

-- CreateIndex
CREATE INDEX "comments_parentId_postedAt_id_idx" ON "comments"("parentId", "postedAt", "id");

-- CreateIndex
CREATE INDEX "comments_authorId_idx" ON "comments"("authorId");

-- CreateIndex
CREATE INDEX "reactions_userId_idx" ON "reactions"("userId");

-- CreateIndex
CREATE INDEX "revisions_spaceId_createdAt_id_idx" ON "revisions"("spaceId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "revisions_line_seq_key" ON "revisions"("line", "seq");

-- CreateIndex
CREATE INDEX "content_entries_line_toSeq_kind_idx" ON "content_entries"("line", "toSeq", "kind");

-- CreateIndex
CREATE INDEX "content_entries_line_parentId_slug_idx" ON "content_entries"("line", "parentId", "slug");

-- CreateIndex
CREATE INDEX "content_entries_spaceId_idx" ON "content_entries"("spaceId");

-- CreateIndex
CREATE INDEX "content_entries_documentId_idx" ON "content_entries"("documentId");

-- CreateIndex
CREATE INDEX "content_entries_blobHash_idx" ON "content_entries"("blobHash");

-- CreateIndex
CREATE INDEX "content_links_targetId_idx" ON "content_links"("targetId");

-- CreateIndex
CREATE INDEX "invites_organizationId_createdAt_id_idx" ON "invites"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "members_userId_idx" ON "members"("userId");

-- CreateIndex
CREATE INDEX "members_organizationId_joinedAt_userId_idx" ON "members"("organizationId", "joinedAt", "userId");

-- CreateIndex
CREATE INDEX "idempotency_keys_createdAt_idx" ON "idempotency_keys"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_hostname_key" ON "organizations"("hostname");

-- CreateIndex
CREATE INDEX "spaces_organizationId_createdAt_id_idx" ON "spaces"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "spaces_parentId_createdAt_id_idx" ON "spaces"("parentId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "teams_organizationId_title_id_idx" ON "teams"("organizationId", "title", "id");

-- CreateIndex
CREATE INDEX "team_members_userId_idx" ON "team_members"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE INDEX "api_tokens_userId_createdAt_id_idx" ON "api_tokens"("userId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "collections" ADD CONSTRAINT "collections_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "collections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_resolvedById_fkey" FOREIGN KEY ("resolvedById") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_entries" ADD CONSTRAINT "content_entries_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_entries" ADD CONSTRAINT "content_entries_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "documents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_entries" ADD CONSTRAINT "content_entries_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "blobs"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "content_links" ADD CONSTRAINT "content_links_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invites" ADD CONSTRAINT "invites_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invites" ADD CONSTRAINT "invites_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invites" ADD CONSTRAINT "invites_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "spaces" ADD CONSTRAINT "spaces_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "collections"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- From here on by hand: what the models cannot say. `npm run migrate:check` neither sees nor misses it.
-- Ids, hashes and order keys above are COLLATE "C": order keys need byte order, and ids then sort alike on every server.

-- Lists are never null.
ALTER TABLE "organizations" ALTER COLUMN "emailDomains" SET NOT NULL;
ALTER TABLE "api_tokens" ALTER COLUMN "scopes" SET NOT NULL;
ALTER TABLE "revisions" ALTER COLUMN "parents" SET NOT NULL;

-- Rank of a role, for comparing, and null for `inherit` and for no role. Not strict and without SET, so that it is inlined.
CREATE FUNCTION role_rank(role text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE role
    WHEN 'none' THEN 0
    WHEN 'read' THEN 1
    WHEN 'comment' THEN 2
    WHEN 'edit' THEN 3
    WHEN 'review' THEN 4
    WHEN 'create' THEN 5
    WHEN 'admin' THEN 6
  END
$$;

-- Values of coded columns. A null passes where the column is nullable.
ALTER TABLE "members"
  ADD CONSTRAINT "members_role_check" CHECK ("role" IN ('read', 'comment', 'edit', 'review', 'create', 'admin'));

ALTER TABLE "team_members"
  ADD CONSTRAINT "team_members_role_check" CHECK ("role" IN ('owner', 'member'));

ALTER TABLE "grants"
  ADD CONSTRAINT "grants_role_check" CHECK ("role" IN ('none', 'read', 'comment', 'edit', 'review', 'create', 'admin')),
  ADD CONSTRAINT "grants_target_check" CHECK (num_nonnulls("spaceId", "collectionId") = 1),
  ADD CONSTRAINT "grants_holder_check" CHECK (num_nonnulls("userId", "teamId") = 1);

ALTER TABLE "invites"
  ADD CONSTRAINT "invites_role_check" CHECK ("role" IN ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  ADD CONSTRAINT "invites_level_check" CHECK ("level" IN ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  ADD CONSTRAINT "invites_target_check" CHECK (num_nonnulls("spaceId", "collectionId") = num_nonnulls("level")),
  ADD CONSTRAINT "invites_scope_check" CHECK (num_nonnulls("role", "level") <= 1);

ALTER TABLE "organizations"
  ADD CONSTRAINT "organizations_type_check" CHECK ("type" IN ('business', 'community')),
  ADD CONSTRAINT "organizations_useCase_check" CHECK ("useCase" IN ('internalDocs', 'docsSite', 'audienceControlledSite', 'productDocs', 'teamKnowledgeBase', 'designSystem', 'openSourceDocs', 'notes', 'other')),
  ADD CONSTRAINT "organizations_communityType_check" CHECK ("communityType" IN ('nonProfit', 'openSource', 'education')),
  ADD CONSTRAINT "organizations_defaultRole_check" CHECK ("defaultRole" IN ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  ADD CONSTRAINT "organizations_title_check" CHECK (char_length("title") BETWEEN 1 AND 255),
  ADD CONSTRAINT "organizations_hostname_check" CHECK (char_length("hostname") BETWEEN 3 AND 32);

ALTER TABLE "collections"
  ADD CONSTRAINT "collections_defaultLevel_check" CHECK ("defaultLevel" IN ('inherit', 'none', 'read', 'comment', 'edit', 'review', 'create', 'admin')),
  ADD CONSTRAINT "collections_title_check" CHECK (char_length("title") <= 50),
  ADD CONSTRAINT "collections_description_check" CHECK (char_length("description") <= 100);

ALTER TABLE "spaces"
  ADD CONSTRAINT "spaces_defaultLevel_check" CHECK ("defaultLevel" IN ('inherit', 'none', 'read', 'comment', 'edit', 'review', 'create', 'admin')),
  ADD CONSTRAINT "spaces_visibility_check" CHECK ("visibility" IN ('public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private')),
  ADD CONSTRAINT "spaces_editMode_check" CHECK ("editMode" IN ('live', 'locked')),
  ADD CONSTRAINT "spaces_title_check" CHECK (char_length("title") <= 50);

ALTER TABLE "teams"
  ADD CONSTRAINT "teams_title_check" CHECK (char_length("title") BETWEEN 1 AND 64);

ALTER TABLE "comments"
  ADD CONSTRAINT "comments_status_check" CHECK ("status" IN ('open', 'resolved'));

ALTER TABLE "api_tokens"
  ADD CONSTRAINT "api_tokens_kind_check" CHECK ("kind" IN ('user', 'integration', 'installation', 'bootstrap'));

ALTER TABLE "revisions"
  ADD CONSTRAINT "revisions_type_check" CHECK ("type" IN ('edits', 'merge', 'rollback', 'update', 'computed'));

ALTER TABLE "content_entries"
  ADD CONSTRAINT "content_entries_kind_check" CHECK ("kind" IN ('page', 'file')),
  ADD CONSTRAINT "content_entries_toSeq_check" CHECK ("toSeq" > "fromSeq");

ALTER TABLE "content_links"
  ADD CONSTRAINT "content_links_kind_check" CHECK ("kind" IN ('page', 'file', 'url', 'broken'));

-- The newest revision of a line: its tree in order, and each entry once.
CREATE INDEX "content_entries_current_idx" ON "content_entries" ("line", "kind", "parentId", "position") WHERE "toSeq" IS NULL;
CREATE UNIQUE INDEX "content_entries_current_key" ON "content_entries" ("line", "entryId") WHERE "toSeq" IS NULL;

-- Threads of a space by date, without their replies.
CREATE INDEX "comments_threads_idx" ON "comments" ("spaceId", "postedAt", "id") WHERE "parentId" IS NULL;

-- Counters are updated in place: room on the page keeps those updates off the indexes.
ALTER TABLE "spaces" SET (fillfactor = 80);

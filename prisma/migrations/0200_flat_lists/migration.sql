-- Spaces by collection and default level. Its keys are few, so that the entries of many spaces share a page, and a count of all
-- spaces of an organization reads eight pages for 10,000. It is written when a space is made, moved, deleted or given a level.
CREATE INDEX "spaces_groups_idx" ON "spaces" ("organizationId", "parentId", "defaultLevel") WHERE "deletedAt" IS NULL;

-- Who commented in a discussion, one after the other. Comments of one author share an entry's key.
CREATE INDEX "comments_authors_idx" ON "comments" (("spaceId" || ' ' || coalesce("changeRequestId", '')), "authorId");

-- The search of members finds parts of names and addresses. It is written when a user is made or renamed.
CREATE INDEX "users_search_idx" ON "users" USING gin ("displayName" gin_trgm_ops, "email" gin_trgm_ops, "assertedEmail" gin_trgm_ops);

-- Users and teams with a grant on a resource, by date. Each grant is in one of them.
CREATE INDEX "grants_users_idx" ON "grants" (coalesce("spaceId", "collectionId", "siteId"), "createdAt", "id") WHERE "userId" IS NOT NULL;
CREATE INDEX "grants_teams_idx" ON "grants" (coalesce("spaceId", "collectionId", "siteId"), "createdAt", "id") WHERE "teamId" IS NOT NULL;

-- Members of a team by date.
CREATE INDEX "team_members_teamId_joinedAt_userId_idx" ON "team_members" ("teamId", "joinedAt", "userId");

-- Spellings of a misspelt word are looked up among the terms of many spaces. Terms are those of titles and headings, written when
-- a page has one that is new in its space.
CREATE INDEX "search_terms_term_spaceId_idx" ON "search_terms" ("term", "spaceId");

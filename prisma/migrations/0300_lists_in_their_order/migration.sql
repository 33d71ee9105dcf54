-- Grants on one thing by date, also of users and teams together. Spelled otherwise than the indexes of those of one kind.
CREATE INDEX "grants_resource_idx" ON "grants" ((COALESCE("spaceId", "collectionId", "siteId") || ''), "createdAt", "id");

-- The sessions of a user, who may have many tokens besides.
CREATE INDEX "api_tokens_sessions_idx" ON "api_tokens" (("userId" || ''), "createdAt", "id")
  WHERE "kind" = 'session' AND "revokedAt" IS NULL;

-- The specifications of an organization by their slugs.
CREATE INDEX "openapi_specs_slug_idx" ON "openapi_specs" ("organizationId", "slug" COLLATE "C", "id");

-- The places of pages alone: the files and reusable contents of a space, which have none, are many at its top.
DROP INDEX "content_entries_place_key";
CREATE UNIQUE INDEX "content_entries_place_key"
  ON "content_entries" (("line" || ' ' || COALESCE("parentId", '')), COALESCE("slug", "entryId"))
  WHERE COALESCE("toSeq", -1) = -1 AND NOT "deleted" AND "kind" = 'page';

-- The former places of a page.
CREATE INDEX "page_redirects_spaceId_pageId_idx" ON "page_redirects"("spaceId", "pageId");

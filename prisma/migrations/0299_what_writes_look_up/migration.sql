-- The neighbours of a place among the spaces and collections of a parent.
CREATE INDEX "spaces_place_idx" ON "spaces" ("organizationId", COALESCE("parentId", ''), "position" COLLATE "C");
CREATE INDEX "collections_place_idx" ON "collections" ("organizationId", COALESCE("parentId", ''), "position" COLLATE "C");

-- Whom an address means.
CREATE INDEX "users_address_idx" ON "users" (COALESCE("email", "assertedEmail"));

-- The change requests that change a page, or place pages below it.
CREATE INDEX "content_entries_requested_idx" ON "content_entries" ("entryId") WHERE "toSeq" IS NULL AND "line" <> "spaceId";
CREATE INDEX "content_entries_requested_under_idx" ON "content_entries" ("parentId")
  WHERE "toSeq" IS NULL AND "line" <> "spaceId" AND "parentId" IS NOT NULL;

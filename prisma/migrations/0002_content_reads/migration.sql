-- DropIndex
DROP INDEX "content_entries_line_parentId_slug_idx";

-- DropIndex
DROP INDEX "content_entries_spaceId_idx";

-- CreateIndex
CREATE INDEX "content_entries_line_parentId_toSeq_slug_idx" ON "content_entries"("line", "parentId", "toSeq", "slug");

-- CreateIndex
CREATE INDEX "content_entries_spaceId_entryId_idx" ON "content_entries"("spaceId", "entryId");

-- From here on by hand.
-- Reads go by the number of a revision, so that a tree is never torn; an index of the newest rows alone serves none of them.
DROP INDEX "content_entries_current_idx";

-- A path leads to one page.
CREATE UNIQUE INDEX "content_entries_path_key" ON "content_entries" ("line", "parentId", "slug") NULLS NOT DISTINCT
  WHERE "toSeq" IS NULL AND NOT "deleted" AND "slug" IS NOT NULL;

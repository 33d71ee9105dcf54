-- DropIndex
DROP INDEX "content_entries_line_parentId_toSeq_slug_idx";

-- DropIndex
DROP INDEX "content_entries_line_toSeq_kind_idx";

-- CreateIndex
CREATE INDEX "content_entries_line_toSeq_idx" ON "content_entries"("line", "toSeq");

-- From here on by hand.
DROP INDEX "content_entries_path_key";

-- What is true still, by its place: the children of a page, and the one page of a path. What has no slug goes by its id.
-- Line and parent are one expression, so that what is looked up by place can use no other index: the embedded database
-- keeps no statistics by which to choose.
CREATE UNIQUE INDEX "content_entries_place_key"
  ON "content_entries" (("line" || ' ' || coalesce("parentId", '')), coalesce("slug", "entryId"))
  WHERE "toSeq" IS NULL AND NOT "deleted";

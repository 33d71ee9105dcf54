-- What was directly below a page and has ended: a page of an old revision is read without all that has ended since in its space. An
-- edit writes one entry, for the state that it ends.
CREATE INDEX "content_entries_ended_under_idx" ON "content_entries" (("line" || ' ended under ' || coalesce("parentId", '')), "toSeq")
  WHERE "toSeq" IS NOT NULL;

-- The author as an expression, so that the index of comments by author alone does not answer in its place.
DROP INDEX "comments_authors_idx";
CREATE INDEX "comments_authors_idx" ON "comments" (("spaceId" || ' ' || coalesce("changeRequestId", '')), ("authorId" || ''));

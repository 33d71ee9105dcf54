-- Threads on a page, by date.
CREATE INDEX "comments_page_threads_idx" ON "comments" ("spaceId", "pageId", "postedAt", "id")
  WHERE "parentId" IS NULL AND "pageId" IS NOT NULL;

-- Threads of an author on a space, by date.
CREATE INDEX "comments_author_threads_idx" ON "comments" ("spaceId", "authorId", "postedAt", "id") WHERE "parentId" IS NULL;

-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "changeRequestId" TEXT COLLATE "C";

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand. The lists of a space leave out the threads of its change requests; their indexes hold what they list.
DROP INDEX "comments_threads_idx";
CREATE INDEX "comments_threads_idx" ON "comments" ("spaceId", "postedAt", "id")
  WHERE "parentId" IS NULL AND "changeRequestId" IS NULL;
DROP INDEX "comments_page_threads_idx";
CREATE INDEX "comments_page_threads_idx" ON "comments" ("spaceId", "pageId", "postedAt", "id")
  WHERE "parentId" IS NULL AND "changeRequestId" IS NULL AND "pageId" IS NOT NULL;
DROP INDEX "comments_author_threads_idx";
CREATE INDEX "comments_author_threads_idx" ON "comments" ("spaceId", "authorId", "postedAt", "id")
  WHERE "parentId" IS NULL AND "changeRequestId" IS NULL;

-- The threads of a change request, and what goes with it.
CREATE INDEX "comments_request_threads_idx" ON "comments" ("changeRequestId", "postedAt", "id")
  WHERE "changeRequestId" IS NOT NULL;

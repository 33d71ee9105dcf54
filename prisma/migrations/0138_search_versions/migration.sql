-- AlterTable
ALTER TABLE "search_pages" ADD COLUMN     "titleWords" INTEGER,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 2;

-- CreateIndex
CREATE INDEX "search_pages_version_spaceId_pageId_idx" ON "search_pages"("version", "spaceId", "pageId");

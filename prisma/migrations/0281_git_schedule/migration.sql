-- AlterTable
ALTER TABLE "git_connections" ADD COLUMN     "askedRevisionId" TEXT COLLATE "C",
ADD COLUMN     "dueAt" TIMESTAMPTZ(3),
ADD COLUMN     "editLinks" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "lookAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "seenCommit" TEXT;

-- CreateIndex
CREATE INDEX "imported_sources_spaceId_entryId_idx" ON "imported_sources"("spaceId", "entryId");

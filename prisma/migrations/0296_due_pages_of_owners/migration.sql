-- DropIndex
DROP INDEX "page_freshness_ownerId_organizationId_reviewAt_id_idx";

-- CreateIndex
CREATE INDEX "page_freshness_ownerId_reviewAt_id_idx" ON "page_freshness"("ownerId", "reviewAt", "id");

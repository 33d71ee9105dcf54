-- DropIndex
DROP INDEX "jobs_createdById_idx";

-- DropIndex
DROP INDEX "jobs_organizationId_idx";

-- DropIndex
DROP INDEX "jobs_spaceId_idx";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "language" TEXT;

-- CreateIndex
CREATE INDEX "jobs_organizationId_createdAt_id_idx" ON "jobs"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "jobs_createdById_createdAt_id_idx" ON "jobs"("createdById", "createdAt", "id");

-- CreateIndex
CREATE INDEX "jobs_spaceId_createdAt_id_idx" ON "jobs"("spaceId", "createdAt", "id");

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reason_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reason_check"
  CHECK (reason IN ('review-requested', 'mentioned', 'author', 'participant', 'watching', 'owner', 'account') AND ("organizationId" IS NULL) = (reason = 'account'));

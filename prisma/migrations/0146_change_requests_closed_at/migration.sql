-- AlterTable
ALTER TABLE "change_requests" ADD COLUMN "closedAt" TIMESTAMPTZ(3);

-- The time of archiving was not stored before; the last change is the nearest known one.
UPDATE "change_requests" cr
SET "closedAt" = coalesce((SELECT r."createdAt" FROM "revisions" r WHERE r.id = cr."revisionMergedId"), cr."updatedAt")
WHERE cr.status IN ('merged', 'archived');

-- The queue (schema `graphile_worker`) holds whether an unfinished job waits or runs. The server adds unfinished jobs to it
-- when it starts, so those of the earlier queue run again from the beginning.
ALTER TABLE "jobs"
  ADD COLUMN "losses" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "outcome" TEXT,
  ADD COLUMN "seenAt" TIMESTAMPTZ(3);

UPDATE "jobs" SET "outcome" = "state" WHERE "finishedAt" IS NOT NULL;
UPDATE "jobs" SET "attempts" = 0 WHERE "finishedAt" IS NULL;

-- Drops with them the constraints and indexes that name them.
ALTER TABLE "jobs"
  DROP COLUMN "exclusive",
  DROP COLUMN "heartbeatAt",
  DROP COLUMN "lease",
  DROP COLUMN "state",
  DROP COLUMN "waiting";

ALTER TABLE "jobs"
  ADD CONSTRAINT "jobs_outcome_check" CHECK ("outcome" IN ('completed', 'failed', 'cancelled')),
  ADD CONSTRAINT "jobs_finished_check" CHECK (("finishedAt" IS NOT NULL) = ("outcome" IS NOT NULL));

-- At most one unfinished job has a key.
CREATE UNIQUE INDEX "jobs_key_key" ON "jobs"("key") WHERE "finishedAt" IS NULL;

CREATE INDEX "jobs_unfinished_idx" ON "jobs"("id") WHERE "finishedAt" IS NULL;

DROP SCHEMA IF EXISTS "pgboss" CASCADE;

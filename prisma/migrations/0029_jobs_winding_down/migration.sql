-- A job that was called off at work keeps its lease until its function has ended.
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_lease_check",
  ADD CONSTRAINT "jobs_lease_check"
    CHECK ("state" = 'cancelled' OR ("lease" IS NOT NULL) = ("state" = 'running'));

-- Of jobs that exclude each other one is at work.
DROP INDEX "jobs_exclusive_key";
CREATE UNIQUE INDEX "jobs_exclusive_key" ON "jobs"("exclusive") WHERE "lease" IS NOT NULL;

DROP INDEX "jobs_running_idx";
CREATE INDEX "jobs_at_work_idx" ON "jobs"("heartbeatAt") WHERE "lease" IS NOT NULL;

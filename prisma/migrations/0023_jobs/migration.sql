-- CreateTable
CREATE TABLE "jobs" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "createdById" TEXT COLLATE "C",
    "scopes" TEXT[],
    "tokenOrganization" TEXT,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "progressDone" INTEGER NOT NULL DEFAULT 0,
    "progressTotal" INTEGER,
    "phase" TEXT NOT NULL DEFAULT '',
    "input" JSONB NOT NULL,
    "result" JSONB,
    "error" JSONB,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "key" TEXT,
    "exclusive" TEXT,
    "waiting" BOOLEAN NOT NULL DEFAULT false,
    "lease" TEXT,
    "heartbeatAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "jobs_organizationId_idx" ON "jobs"("organizationId");

-- CreateIndex
CREATE INDEX "jobs_spaceId_idx" ON "jobs"("spaceId");

-- CreateIndex
CREATE INDEX "jobs_createdById_idx" ON "jobs"("createdById");

-- CreateIndex
CREATE INDEX "jobs_finishedAt_idx" ON "jobs"("finishedAt");

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "jobs"
  ADD CONSTRAINT "jobs_state_check" CHECK ("state" IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  ADD CONSTRAINT "jobs_lease_check" CHECK (("lease" IS NOT NULL) = ("state" = 'running')),
  ADD CONSTRAINT "jobs_finished_check" CHECK (("finishedAt" IS NOT NULL) = ("state" IN ('completed', 'failed', 'cancelled')));

-- Of unfinished jobs with a key there is one.
CREATE UNIQUE INDEX "jobs_key_key" ON "jobs"("key") WHERE "state" IN ('queued', 'running');

-- Jobs that exclude each other: one runs.
CREATE UNIQUE INDEX "jobs_exclusive_key" ON "jobs"("exclusive") WHERE "state" = 'running';

CREATE INDEX "jobs_running_idx" ON "jobs"("heartbeatAt") WHERE "state" = 'running';

CREATE INDEX "jobs_waiting_idx" ON "jobs"("exclusive", "createdAt", "id") WHERE "state" = 'queued' AND "waiting";

ALTER TABLE "jobs" ALTER COLUMN "scopes" SET NOT NULL;

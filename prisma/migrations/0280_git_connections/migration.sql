-- CreateTable
CREATE TABLE "git_connections" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "provider" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "urlKey" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "priority" TEXT NOT NULL,
    "onConflict" TEXT NOT NULL,
    "commitMessage" TEXT,
    "username" TEXT,
    "sealedCredential" TEXT,
    "sealedHookSecret" TEXT NOT NULL,
    "pollMinutes" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "changeRequestId" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "git_connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "git_operations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "connectionId" TEXT COLLATE "C" NOT NULL,
    "jobId" TEXT COLLATE "C",
    "direction" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "commit" TEXT,
    "revisionId" TEXT COLLATE "C",
    "counts" JSONB NOT NULL DEFAULT '{}',
    "error" JSONB,
    "skipped" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "git_operations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "git_connections_spaceId_key" ON "git_connections"("spaceId");

-- CreateIndex
CREATE INDEX "git_connections_organizationId_urlKey_ref_idx" ON "git_connections"("organizationId", "urlKey", "ref");

-- CreateIndex
CREATE INDEX "git_connections_userId_idx" ON "git_connections"("userId");

-- CreateIndex
CREATE INDEX "git_connections_changeRequestId_idx" ON "git_connections"("changeRequestId");

-- CreateIndex
CREATE INDEX "git_operations_connectionId_startedAt_id_idx" ON "git_operations"("connectionId", "startedAt", "id");

-- AddForeignKey
ALTER TABLE "git_connections" ADD CONSTRAINT "git_connections_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "git_connections" ADD CONSTRAINT "git_connections_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "git_connections" ADD CONSTRAINT "git_connections_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "git_connections" ADD CONSTRAINT "git_connections_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "change_requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "git_operations" ADD CONSTRAINT "git_operations_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "git_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "git_connections"
  ADD CONSTRAINT "git_connections_provider_check" CHECK (provider in ('github', 'gitlab', 'gitea', 'bitbucket', 'other')),
  ADD CONSTRAINT "git_connections_direction_check" CHECK (direction in ('both', 'import', 'export')),
  ADD CONSTRAINT "git_connections_priority_check" CHECK (priority in ('git', 'octavo')),
  ADD CONSTRAINT "git_connections_onConflict_check" CHECK ("onConflict" in ('merge', 'review')),
  ADD CONSTRAINT "git_connections_status_check" CHECK (status in ('active', 'unauthenticated', 'paused', 'conflict', 'failed'));

ALTER TABLE "git_operations"
  ADD CONSTRAINT "git_operations_state_check" CHECK (state in ('running', 'completed', 'conflicted', 'failed'));

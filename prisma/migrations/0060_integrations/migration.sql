-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "installationId" TEXT COLLATE "C",
ADD COLUMN     "integrationId" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "installationId" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "integrations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "runtime" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "summary" TEXT,
    "visibility" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "categories" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "blocks" JSONB NOT NULL,
    "contentSources" JSONB NOT NULL,
    "externalLinks" JSONB NOT NULL,
    "configurations" JSONB NOT NULL,
    "script" TEXT NOT NULL,
    "secrets" JSONB NOT NULL,
    "contentSecurityPolicy" TEXT,
    "iconHash" TEXT COLLATE "C",
    "previewHashes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "integrationId" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "spaceSelection" TEXT NOT NULL,
    "siteSelection" TEXT NOT NULL,
    "scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "configuration" JSONB NOT NULL,
    "externalIds" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation_spaces" (
    "installationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "configuration" JSONB NOT NULL,
    "externalIds" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_spaces_pkey" PRIMARY KEY ("installationId","spaceId")
);

-- CreateIndex
CREATE UNIQUE INDEX "integrations_name_key" ON "integrations"("name");

-- CreateIndex
CREATE INDEX "integrations_organizationId_idx" ON "integrations"("organizationId");

-- CreateIndex
CREATE INDEX "integrations_createdAt_id_idx" ON "integrations"("createdAt", "id");

-- CreateIndex
CREATE INDEX "integrations_userId_idx" ON "integrations"("userId");

-- CreateIndex
CREATE INDEX "installations_organizationId_createdAt_id_idx" ON "installations"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "installations_integrationId_organizationId_key" ON "installations"("integrationId", "organizationId");

-- CreateIndex
CREATE INDEX "installation_spaces_spaceId_idx" ON "installation_spaces"("spaceId");

-- CreateIndex
CREATE INDEX "api_tokens_integrationId_idx" ON "api_tokens"("integrationId");

-- CreateIndex
CREATE INDEX "api_tokens_installationId_idx" ON "api_tokens"("installationId");

-- CreateIndex
CREATE INDEX "jobs_installationId_idx" ON "jobs"("installationId");

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installations" ADD CONSTRAINT "installations_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installations" ADD CONSTRAINT "installations_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_spaces" ADD CONSTRAINT "installation_spaces_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES "installations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_spaces" ADD CONSTRAINT "installation_spaces_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES "installations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES "installations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names that differ in case only would be taken for one another.
create unique index integrations_name_ignoring_case on integrations (lower(name));

-- CreateTable
CREATE TABLE "renderers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "url" TEXT NOT NULL,
    "sealedSecret" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "renderers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "renderers_organizationId_createdAt_id_idx" ON "renderers"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "renderers_organizationId_url_key" ON "renderers"("organizationId", "url");

-- AddForeignKey
ALTER TABLE "renderers" ADD CONSTRAINT "renderers_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a renderer was told is listed newest first.
CREATE INDEX "jobs_renderer_idx" ON "jobs"(("input"->>'rendererId'), "createdAt", "id") WHERE "kind" = 'renderer-revalidation';

-- CreateTable
CREATE TABLE "openapi_specs" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "slug" TEXT NOT NULL,
    "sourceUrl" TEXT,
    "sourceHash" TEXT COLLATE "C",
    "sourceNumber" INTEGER NOT NULL DEFAULT 1,
    "visibility" TEXT NOT NULL DEFAULT 'private',
    "processingState" TEXT NOT NULL DEFAULT 'pending',
    "lastVersionId" TEXT COLLATE "C",
    "lastProcessedAt" TIMESTAMPTZ(3),
    "lastProcessedErrors" JSONB NOT NULL DEFAULT '[]',
    "createdById" TEXT COLLATE "C",
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "openapi_specs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "openapi_versions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "specId" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "apiVersion" TEXT NOT NULL,
    "filesHash" TEXT COLLATE "C" NOT NULL,
    "rawHash" TEXT COLLATE "C" NOT NULL,
    "sourceUrl" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "openapi_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "openapi_outlines" (
    "specId" TEXT COLLATE "C" NOT NULL,
    "versionId" TEXT COLLATE "C" NOT NULL,
    "pages" JSONB NOT NULL,

    CONSTRAINT "openapi_outlines_pkey" PRIMARY KEY ("specId")
);

-- CreateIndex
CREATE INDEX "openapi_specs_createdById_idx" ON "openapi_specs"("createdById");

-- CreateIndex
CREATE INDEX "openapi_specs_sourceHash_idx" ON "openapi_specs"("sourceHash");

-- CreateIndex
CREATE UNIQUE INDEX "openapi_specs_organizationId_slug_key" ON "openapi_specs"("organizationId", "slug");

-- CreateIndex
CREATE INDEX "openapi_versions_specId_createdAt_id_idx" ON "openapi_versions"("specId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "openapi_versions_filesHash_idx" ON "openapi_versions"("filesHash");

-- CreateIndex
CREATE INDEX "openapi_versions_rawHash_idx" ON "openapi_versions"("rawHash");

-- AddForeignKey
ALTER TABLE "openapi_specs" ADD CONSTRAINT "openapi_specs_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "openapi_specs" ADD CONSTRAINT "openapi_specs_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "openapi_specs" ADD CONSTRAINT "openapi_specs_sourceHash_fkey" FOREIGN KEY ("sourceHash") REFERENCES "blobs"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "openapi_versions" ADD CONSTRAINT "openapi_versions_specId_fkey" FOREIGN KEY ("specId") REFERENCES "openapi_specs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "openapi_versions" ADD CONSTRAINT "openapi_versions_filesHash_fkey" FOREIGN KEY ("filesHash") REFERENCES "blobs"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "openapi_versions" ADD CONSTRAINT "openapi_versions_rawHash_fkey" FOREIGN KEY ("rawHash") REFERENCES "blobs"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "openapi_outlines" ADD CONSTRAINT "openapi_outlines_specId_fkey" FOREIGN KEY ("specId") REFERENCES "openapi_specs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "openapi_specs"
  ADD CONSTRAINT "openapi_specs_visibility_check" CHECK ("visibility" IN ('private', 'public')),
  ADD CONSTRAINT "openapi_specs_state_check" CHECK ("processingState" IN ('pending', 'progress', 'complete')),
  ADD CONSTRAINT "openapi_specs_source_check" CHECK (("sourceUrl" IS NULL) <> ("sourceHash" IS NULL));

-- The pages that depend on a specification.
CREATE INDEX "content_links_openapi_idx" ON "content_links"("targetId") WHERE "kind" = 'openapi';

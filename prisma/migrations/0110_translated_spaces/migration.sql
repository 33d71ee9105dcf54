-- AlterTable
ALTER TABLE "spaces" ADD COLUMN     "language" TEXT;

-- AlterTable
ALTER TABLE "translation_settings" ADD COLUMN     "instructions" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "glossary_entries" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "translations" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "glossary_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "translated_spaces" (
    "id" TEXT COLLATE "C" NOT NULL,
    "settingsId" TEXT COLLATE "C" NOT NULL,
    "sourceId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "language" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "translated_spaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "translated_pages" (
    "translatedSpaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "seq" INTEGER NOT NULL,
    "documentId" TEXT COLLATE "C",
    "title" TEXT NOT NULL,
    "description" TEXT,
    "translatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "translated_pages_pkey" PRIMARY KEY ("translatedSpaceId","pageId")
);

-- CreateTable
CREATE TABLE "translation_segments" (
    "translatedSpaceId" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "translation_segments_pkey" PRIMARY KEY ("translatedSpaceId","digest")
);

-- CreateIndex
CREATE INDEX "glossary_entries_organizationId_createdAt_id_idx" ON "glossary_entries"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "translated_spaces_spaceId_key" ON "translated_spaces"("spaceId");

-- CreateIndex
CREATE INDEX "translated_spaces_settingsId_createdAt_id_idx" ON "translated_spaces"("settingsId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "translated_spaces_sourceId_language_key" ON "translated_spaces"("sourceId", "language");

-- AddForeignKey
ALTER TABLE "glossary_entries" ADD CONSTRAINT "glossary_entries_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translated_spaces" ADD CONSTRAINT "translated_spaces_settingsId_fkey" FOREIGN KEY ("settingsId") REFERENCES "translation_settings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translated_spaces" ADD CONSTRAINT "translated_spaces_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translated_spaces" ADD CONSTRAINT "translated_spaces_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translated_pages" ADD CONSTRAINT "translated_pages_translatedSpaceId_fkey" FOREIGN KEY ("translatedSpaceId") REFERENCES "translated_spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "translation_segments" ADD CONSTRAINT "translation_segments_translatedSpaceId_fkey" FOREIGN KEY ("translatedSpaceId") REFERENCES "translated_spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "translation_settings" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "languages" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "translation_settings_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "translation_settings_organizationId_createdAt_id_idx" ON "translation_settings"("organizationId", "createdAt", "id");

-- AddForeignKey
ALTER TABLE "translation_settings" ADD CONSTRAINT "translation_settings_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

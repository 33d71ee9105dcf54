-- CreateTable
CREATE TABLE "installation_sites" (
    "installationId" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "configuration" JSONB NOT NULL,
    "externalIds" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_sites_pkey" PRIMARY KEY ("installationId","siteId")
);

-- CreateIndex
CREATE INDEX "installation_sites_siteId_idx" ON "installation_sites"("siteId");

-- AddForeignKey
ALTER TABLE "installation_sites" ADD CONSTRAINT "installation_sites_installationId_fkey" FOREIGN KEY ("installationId") REFERENCES "installations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_sites" ADD CONSTRAINT "installation_sites_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

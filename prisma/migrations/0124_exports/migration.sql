-- CreateTable
CREATE TABLE "exports" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "name" TEXT NOT NULL,
    "blobHash" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "exports_organizationId_idx" ON "exports"("organizationId");

-- CreateIndex
CREATE INDEX "exports_spaceId_idx" ON "exports"("spaceId");

-- CreateIndex
CREATE INDEX "exports_blobHash_idx" ON "exports"("blobHash");

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exports" ADD CONSTRAINT "exports_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "blobs"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "pdf_exports" (
    "id" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "pages" INTEGER NOT NULL,
    "blobHash" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pdf_exports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pdf_exports_key_key" ON "pdf_exports"("key");

-- CreateIndex
CREATE INDEX "pdf_exports_spaceId_idx" ON "pdf_exports"("spaceId");

-- CreateIndex
CREATE INDEX "pdf_exports_blobHash_idx" ON "pdf_exports"("blobHash");

-- AddForeignKey
ALTER TABLE "pdf_exports" ADD CONSTRAINT "pdf_exports_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pdf_exports" ADD CONSTRAINT "pdf_exports_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "blobs"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

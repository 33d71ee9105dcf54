-- CreateTable
CREATE TABLE "imported_sources" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "line" TEXT COLLATE "C" NOT NULL,
    "importId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "entryId" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "state" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "imported_sources_pkey" PRIMARY KEY ("spaceId","line","importId","kind","key")
);

-- AddForeignKey
ALTER TABLE "imported_sources" ADD CONSTRAINT "imported_sources_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

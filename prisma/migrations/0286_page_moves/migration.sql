-- CreateTable
CREATE TABLE "page_moves" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "toSpaceId" TEXT COLLATE "C" NOT NULL,
    "movedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_moves_pkey" PRIMARY KEY ("spaceId","pageId")
);

-- CreateIndex
CREATE INDEX "page_moves_toSpaceId_idx" ON "page_moves"("toSpaceId");

-- AddForeignKey
ALTER TABLE "page_moves" ADD CONSTRAINT "page_moves_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_moves" ADD CONSTRAINT "page_moves_toSpaceId_fkey" FOREIGN KEY ("toSpaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

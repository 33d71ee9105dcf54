-- CreateTable
CREATE TABLE "openapi_parts" (
    "specId" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "markdown" TEXT NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "openapi_parts_pkey" PRIMARY KEY ("specId","key")
);

-- AddForeignKey
ALTER TABLE "openapi_parts" ADD CONSTRAINT "openapi_parts_specId_fkey" FOREIGN KEY ("specId") REFERENCES "openapi_specs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Marks bytes that a sweep is deleting from the storage.
ALTER TABLE "blobs" ADD COLUMN "sweptAt" TIMESTAMPTZ(3);

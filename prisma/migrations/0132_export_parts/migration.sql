-- AlterTable
ALTER TABLE "exports" ADD COLUMN     "parts" TEXT[],
ADD COLUMN     "spaceIds" TEXT[];

-- Archives that were made before are read by those who may read every part of a space.
UPDATE "exports" SET "parts" = '{content,comments,change-requests,access}', "spaceIds" = array_remove(ARRAY["spaceId"], NULL);
ALTER TABLE "exports" ALTER COLUMN "parts" SET NOT NULL, ALTER COLUMN "spaceIds" SET NOT NULL;

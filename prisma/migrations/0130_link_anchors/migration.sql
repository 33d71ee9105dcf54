-- AlterTable
ALTER TABLE "documents" ADD COLUMN     "anchors" TEXT[];

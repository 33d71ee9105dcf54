-- AlterTable
ALTER TABLE "git_repositories" ADD COLUMN     "root" TEXT NOT NULL DEFAULT '';

-- Similar words are found by pg_trgm. Every owner of a database may create it; where the host forbids even that, it says what to do.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
  RAISE EXCEPTION 'search needs the PostgreSQL extension pg_trgm, which could not be created (%): install it (package postgresql-contrib) and run "create extension pg_trgm" in this database as an administrator', SQLERRM;
END $$;

-- CreateTable
CREATE TABLE "search_pages" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "documentId" TEXT COLLATE "C",
    "source" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_pages_pkey" PRIMARY KEY ("spaceId","pageId")
);

-- CreateTable
CREATE TABLE "search_sections" (
    "documentId" TEXT COLLATE "C" NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "anchor" TEXT,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_sections_pkey" PRIMARY KEY ("documentId","ordinal")
);

-- CreateTable
CREATE TABLE "search_terms" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "term" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_terms_pkey" PRIMARY KEY ("spaceId","term")
);

-- CreateIndex
CREATE INDEX "search_pages_words_idx" ON "search_pages" USING GIN ("words");

-- AddForeignKey
ALTER TABLE "search_pages" ADD CONSTRAINT "search_pages_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_sections" ADD CONSTRAINT "search_sections_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_terms" ADD CONSTRAINT "search_terms_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand. An edit adds its words to a list that searches read through; it is kept short, and merged when it is full.
ALTER INDEX "search_pages_words_idx" SET (gin_pending_list_limit = 256);

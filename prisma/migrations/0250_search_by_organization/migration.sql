-- The words of a page under the key of its organization, without positions and whole titles. A word begins with a key of ten letters.
CREATE FUNCTION words_of_organization("organizationId" text, words tsvector) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
  select coalesce(array_to_tsvector(array_agg(right($1, 10) || substr(lexeme, 11))), '')
  from unnest(tsvector_to_array($2)) lexeme where substr(lexeme, 11, 1) <> '='
$_$;

-- CreateTable
-- Long vectors leave the rows, so that the rows of all pages with a word are few pages of the table.
CREATE TABLE "search_page_words" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "search_page_words_pkey" PRIMARY KEY ("spaceId","pageId")
) WITH (toast_tuple_target = 128);

INSERT INTO "search_page_words" ("spaceId", "pageId", "words")
  SELECT p."spaceId", p."pageId", words_of_organization(s."organizationId", p."words")
  FROM "search_pages" p JOIN "spaces" s ON s."id" = p."spaceId";

-- CreateIndex
CREATE INDEX "search_page_words_words_idx" ON "search_page_words" USING GIN ("words");

-- AddForeignKey
ALTER TABLE "search_page_words" ADD CONSTRAINT "search_page_words_spaceId_pageId_fkey" FOREIGN KEY ("spaceId", "pageId") REFERENCES "search_pages"("spaceId", "pageId") ON DELETE CASCADE ON UPDATE CASCADE;

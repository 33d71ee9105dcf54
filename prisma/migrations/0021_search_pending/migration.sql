-- How long the list of new words may grow is said by each write: an import that merges it at every few pages takes four
-- times as long, and after an edit it must be short.
ALTER INDEX "search_pages_words_idx" RESET (gin_pending_list_limit);

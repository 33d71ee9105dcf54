-- By hand. The words of a section are read several times for each that is shown: they stay in the row, where that costs
-- nothing. Rows are read by document, one after the other, so that their size does not matter.
ALTER TABLE "search_sections" SET (toast_tuple_target = 4080);

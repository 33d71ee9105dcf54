-- Kinds of jobs are spelled with hyphens.
UPDATE "jobs" SET "kind" = 'import-preview' WHERE "kind" = 'import_preview';

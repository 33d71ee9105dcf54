-- The URL of an import may contain a password or a signature, and is encrypted from here on. Imports that were not finished
-- fail: they can be started again.
update "jobs" set "outcome" = 'failed', "finishedAt" = now(),
  "error" = '{"type": "conflict", "message": "The server was updated before the import began. Start it again."}'
where "kind" = 'import' and "finishedAt" is null;
update "jobs" set "input" = "input" - 'url' where "kind" = 'import';

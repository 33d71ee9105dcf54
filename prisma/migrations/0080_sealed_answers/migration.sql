-- Stored answers are encrypted from here on. Those in clear may contain secrets and are deleted; they were kept for a day.
delete from idempotency_keys;

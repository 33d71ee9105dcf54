-- What waits for a webhook: first attempts in the order of the events, and retries by their time.
CREATE INDEX "webhook_deliveries_first_idx" ON "webhook_deliveries"("webhookId", "position") WHERE "state" = 'pending' AND "step" = 0;
CREATE INDEX "webhook_deliveries_retries_idx" ON "webhook_deliveries"("webhookId", "nextAttemptAt", "position") WHERE "state" = 'pending' AND "step" > 0;

-- What was done with the account of somebody belongs to no organization.
ALTER TABLE "notifications" ALTER COLUMN "organizationId" DROP NOT NULL;

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reason_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reason_check"
  CHECK (reason IN ('review-requested', 'author', 'participant', 'watching', 'account') AND ("organizationId" IS NULL) = (reason = 'account'));

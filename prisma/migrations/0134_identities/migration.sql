-- AlterTable
ALTER TABLE "members" ADD COLUMN     "invited" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "assertedEmail" TEXT,
ADD COLUMN     "invitedById" TEXT COLLATE "C",
ADD COLUMN     "organizationId" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "member_removals" (
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "removedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_removals_pkey" PRIMARY KEY ("organizationId","userId")
);

-- CreateTable
CREATE TABLE "email_domains" (
    "domain" TEXT NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "verifiedBy" TEXT NOT NULL,
    "verifiedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_domains_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "identities" (
    "samlProviderId" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("samlProviderId","subject")
);

-- CreateIndex
CREATE INDEX "member_removals_userId_idx" ON "member_removals"("userId");

-- CreateIndex
CREATE INDEX "email_domains_organizationId_idx" ON "email_domains"("organizationId");

-- CreateIndex
CREATE INDEX "identities_userId_idx" ON "identities"("userId");

-- CreateIndex
CREATE INDEX "users_invitedById_idx" ON "users"("invitedById");

-- CreateIndex
CREATE UNIQUE INDEX "users_organizationId_assertedEmail_key" ON "users"("organizationId", "assertedEmail");

-- AddForeignKey
ALTER TABLE "member_removals" ADD CONSTRAINT "member_removals_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_removals" ADD CONSTRAINT "member_removals_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_domains" ADD CONSTRAINT "email_domains_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_samlProviderId_fkey" FOREIGN KEY ("samlProviderId") REFERENCES "saml_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "organizations"("id") ON DELETE SET NULL ON UPDATE CASCADE;


ALTER TABLE "users"
  ADD CONSTRAINT "users_managed_check" CHECK (
    ("organizationId" IS NULL) = ("assertedEmail" IS NULL)
    AND ("organizationId" IS NULL OR ("email" IS NULL AND NOT "isInstanceAdmin")));

ALTER TABLE "email_domains" ADD CONSTRAINT "email_domains_verifiedBy_check" CHECK ("verifiedBy" IN ('dns', 'operator'));

-- A user that was made together with the membership, by a sign-in or an invitation, signed in by the organization's
-- provider, and has never been anywhere else, is managed by the organization.
UPDATE "users" u SET "organizationId" = m."organizationId", "assertedEmail" = u."email", "email" = NULL, "emailVerified" = false
FROM "members" m
WHERE m."userId" = u."id" AND m."samlProviderId" IS NOT NULL AND u."email" IS NOT NULL AND NOT u."isInstanceAdmin"
  AND abs(extract(epoch FROM m."joinedAt" - u."createdAt")) < 5
  AND NOT EXISTS (SELECT FROM "members" o WHERE o."userId" = u."id" AND o."organizationId" <> m."organizationId")
  AND NOT EXISTS (SELECT FROM "api_tokens" t WHERE t."userId" = u."id" AND t."organizationId" IS DISTINCT FROM m."organizationId");

-- Managed users keep signing in, as do people who were members before they signed in. An earlier version also took
-- over people who were no members: these are not recorded.
INSERT INTO "identities" ("samlProviderId", "subject", "userId")
SELECT m."samlProviderId", coalesce(u."assertedEmail", u."email"), u."id"
FROM "members" m JOIN "users" u ON u."id" = m."userId"
JOIN "saml_providers" p ON p."id" = m."samlProviderId" AND p."organizationId" = m."organizationId"
WHERE u."organizationId" = m."organizationId" OR (u."email" IS NOT NULL AND NOT u."isInstanceAdmin" AND NOT m."sso"
  AND NOT EXISTS (SELECT FROM "members" o WHERE o."userId" = u."id" AND o."organizationId" <> m."organizationId"));

-- A user that an invitation made, and that nobody has used.
UPDATE "users" u SET "invitedById" = m."organizationId"
FROM "members" m
WHERE m."userId" = u."id" AND u."organizationId" IS NULL AND u."email" IS NOT NULL AND NOT u."emailVerified" AND NOT u."isInstanceAdmin"
  AND abs(extract(epoch FROM m."joinedAt" - u."createdAt")) < 5
  AND NOT EXISTS (SELECT FROM "members" o WHERE o."userId" = u."id" AND o."organizationId" <> m."organizationId")
  AND NOT EXISTS (SELECT FROM "api_tokens" t WHERE t."userId" = u."id");

-- Whoever came by a sign-in must confirm the membership before the provider may speak for them again.
UPDATE "members" m SET "invited" = true FROM "users" u
WHERE u."id" = m."userId" AND u."organizationId" IS NULL AND (m."sso" OR u."invitedById" = m."organizationId");

UPDATE "api_tokens" t SET "revokedAt" = CURRENT_TIMESTAMP
WHERE t."kind" = 'session' AND t."revokedAt" IS NULL AND NOT EXISTS (
  SELECT FROM "identities" i WHERE i."samlProviderId" = t."samlProviderId" AND i."userId" = t."userId");

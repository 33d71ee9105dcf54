-- What every kind of provider has stands above the kinds. SAML providers keep their ids.
CREATE TABLE "login_providers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT false,
    "defaultTeamId" TEXT COLLATE "C",
    "defaultRole" TEXT,
    "provenAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_providers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "login_providers_defaultRole_check" CHECK ("defaultRole" IN ('read', 'comment', 'edit', 'review', 'create', 'admin')),
    CONSTRAINT "login_providers_kind_check" CHECK ("kind" IN ('saml', 'oidc')),
    CONSTRAINT "login_providers_label_check" CHECK (char_length("label") BETWEEN 1 AND 30)
);

INSERT INTO "login_providers"
  ("id", "organizationId", "kind", "label", "active", "defaultTeamId", "defaultRole", "provenAt", "version", "createdAt")
SELECT p."id", p."organizationId", 'saml', p."label",
  p."entityID" IS NOT NULL AND p."ssoURL" IS NOT NULL AND p."certificate" IS NOT NULL, p."defaultTeamId", p."defaultRole",
  (SELECT max(m."signedInAt") FROM "members" m WHERE m."samlProviderId" = p."id" AND m."role" = 'admin'), p."version", p."createdAt"
FROM "saml_providers" p;

ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_samlProviderId_fkey";
ALTER TABLE "identities" DROP CONSTRAINT "identities_samlProviderId_fkey";
ALTER TABLE "members" DROP CONSTRAINT "members_samlProviderId_fkey";
ALTER TABLE "sign_in_codes" DROP CONSTRAINT "sign_in_codes_providerId_fkey";

ALTER TABLE "api_tokens" RENAME COLUMN "samlProviderId" TO "providerId";
ALTER TABLE "identities" RENAME COLUMN "samlProviderId" TO "providerId";
ALTER TABLE "members" RENAME COLUMN "samlProviderId" TO "providerId";
ALTER INDEX "api_tokens_samlProviderId_idx" RENAME TO "api_tokens_providerId_idx";
ALTER INDEX "members_samlProviderId_idx" RENAME TO "members_providerId_idx";

ALTER TABLE "saml_providers"
  DROP COLUMN "organizationId",
  DROP COLUMN "label",
  DROP COLUMN "defaultTeamId",
  DROP COLUMN "defaultRole",
  DROP COLUMN "version",
  DROP COLUMN "createdAt";

CREATE INDEX "login_providers_organizationId_createdAt_id_idx" ON "login_providers"("organizationId", "createdAt", "id");
CREATE INDEX "login_providers_defaultTeamId_idx" ON "login_providers"("defaultTeamId");

ALTER TABLE "login_providers" ADD CONSTRAINT "login_providers_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "login_providers" ADD CONSTRAINT "login_providers_defaultTeamId_fkey" FOREIGN KEY ("defaultTeamId") REFERENCES "teams"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "saml_providers" ADD CONSTRAINT "saml_providers_id_fkey" FOREIGN KEY ("id") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "members" ADD CONSTRAINT "members_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "identities" ADD CONSTRAINT "identities_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "siteId" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "sites" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'basic',
    "title" TEXT NOT NULL,
    "icon" JSONB,
    "basename" TEXT NOT NULL,
    "proxy" TEXT,
    "visibility" TEXT NOT NULL DEFAULT 'public',
    "published" BOOLEAN NOT NULL DEFAULT false,
    "publishedAt" TIMESTAMPTZ(3),
    "adaptive" BOOLEAN NOT NULL DEFAULT false,
    "agentsContext" TEXT NOT NULL DEFAULT 'included',
    "siteSpaces" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_section_groups" (
    "id" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "icon" TEXT,
    "position" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_section_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_sections" (
    "id" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "groupId" TEXT COLLATE "C",
    "title" TEXT NOT NULL,
    "description" TEXT,
    "icon" TEXT,
    "path" TEXT NOT NULL,
    "condition" TEXT,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "position" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_sections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_spaces" (
    "id" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "sectionId" TEXT COLLATE "C",
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "path" TEXT NOT NULL,
    "condition" TEXT,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "position" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_spaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_customizations" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "settings" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_customizations_pkey" PRIMARY KEY ("siteId")
);

-- CreateTable
CREATE TABLE "site_space_customizations" (
    "siteSpaceId" TEXT COLLATE "C" NOT NULL,
    "settings" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_space_customizations_pkey" PRIMARY KEY ("siteSpaceId")
);

-- CreateTable
CREATE TABLE "site_adaptive_schemas" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "jsonSchema" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_adaptive_schemas_pkey" PRIMARY KEY ("siteId")
);

-- CreateTable
CREATE TABLE "site_visitor_auth" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "backend" TEXT NOT NULL DEFAULT 'custom',
    "integration" TEXT,
    "fallbackUrl" TEXT,
    "sealedKey" TEXT NOT NULL,
    "keyVersion" INTEGER NOT NULL DEFAULT 1,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_visitor_auth_pkey" PRIMARY KEY ("siteId")
);

-- CreateTable
CREATE TABLE "site_share_links" (
    "id" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "keyHash" TEXT COLLATE "C" NOT NULL,
    "sealedKey" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_share_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_redirects" (
    "id" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "source" TEXT NOT NULL,
    "destination" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_redirects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_hostnames" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "hostname" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "verifiedAt" TIMESTAMPTZ(3),
    "checkedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_hostnames_pkey" PRIMARY KEY ("siteId")
);

-- CreateIndex
CREATE INDEX "sites_organizationId_createdAt_id_idx" ON "sites"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "site_section_groups_siteId_position_id_idx" ON "site_section_groups"("siteId", "position", "id");

-- CreateIndex
CREATE INDEX "site_sections_siteId_position_id_idx" ON "site_sections"("siteId", "position", "id");

-- CreateIndex
CREATE INDEX "site_sections_groupId_idx" ON "site_sections"("groupId");

-- CreateIndex
CREATE INDEX "site_spaces_siteId_position_id_idx" ON "site_spaces"("siteId", "position", "id");

-- CreateIndex
CREATE INDEX "site_spaces_sectionId_idx" ON "site_spaces"("sectionId");

-- CreateIndex
CREATE INDEX "site_spaces_spaceId_idx" ON "site_spaces"("spaceId");

-- CreateIndex
CREATE UNIQUE INDEX "site_share_links_keyHash_key" ON "site_share_links"("keyHash");

-- CreateIndex
CREATE INDEX "site_share_links_siteId_createdAt_id_idx" ON "site_share_links"("siteId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "site_redirects_siteId_createdAt_id_idx" ON "site_redirects"("siteId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "site_redirects_siteId_source_key" ON "site_redirects"("siteId", "source");

-- CreateIndex
CREATE INDEX "site_hostnames_hostname_idx" ON "site_hostnames"("hostname");

-- CreateIndex
CREATE UNIQUE INDEX "grants_siteId_userId_key" ON "grants"("siteId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "grants_siteId_teamId_key" ON "grants"("siteId", "teamId");

-- CreateIndex
CREATE INDEX "organizations_defaultSiteId_idx" ON "organizations"("defaultSiteId");

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No site existed that an organization could name.
UPDATE "organizations" SET "defaultSiteId" = NULL WHERE "defaultSiteId" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_defaultSiteId_fkey" FOREIGN KEY ("defaultSiteId") REFERENCES "sites"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sites" ADD CONSTRAINT "sites_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_section_groups" ADD CONSTRAINT "site_section_groups_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_sections" ADD CONSTRAINT "site_sections_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_sections" ADD CONSTRAINT "site_sections_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "site_section_groups"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_spaces" ADD CONSTRAINT "site_spaces_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_spaces" ADD CONSTRAINT "site_spaces_sectionId_fkey" FOREIGN KEY ("sectionId") REFERENCES "site_sections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_spaces" ADD CONSTRAINT "site_spaces_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_customizations" ADD CONSTRAINT "site_customizations_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_space_customizations" ADD CONSTRAINT "site_space_customizations_siteSpaceId_fkey" FOREIGN KEY ("siteSpaceId") REFERENCES "site_spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_adaptive_schemas" ADD CONSTRAINT "site_adaptive_schemas_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_visitor_auth" ADD CONSTRAINT "site_visitor_auth_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_share_links" ADD CONSTRAINT "site_share_links_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_redirects" ADD CONSTRAINT "site_redirects_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_hostnames" ADD CONSTRAINT "site_hostnames_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand.
ALTER TABLE "grants" DROP CONSTRAINT "grants_target_check",
  ADD CONSTRAINT "grants_target_check" CHECK (num_nonnulls("spaceId", "collectionId", "siteId") = 1);

ALTER TABLE "sites"
  ADD CONSTRAINT "sites_type_check" CHECK ("type" IN ('basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium')),
  ADD CONSTRAINT "sites_visibility_check" CHECK ("visibility" IN ('public', 'unlisted', 'share-link', 'visitor-auth')),
  ADD CONSTRAINT "sites_agentsContext_check" CHECK ("agentsContext" IN ('excluded', 'included')),
  ADD CONSTRAINT "sites_title_check" CHECK (char_length("title") BETWEEN 2 AND 128),
  ADD CONSTRAINT "sites_basename_check" CHECK (char_length("basename") BETWEEN 1 AND 100),
  ADD CONSTRAINT "sites_proxy_check" CHECK (char_length("proxy") <= 512),
  ADD CONSTRAINT "sites_published_check" CHECK (NOT "published" OR "publishedAt" IS NOT NULL);

ALTER TABLE "site_section_groups"
  ADD CONSTRAINT "site_section_groups_title_check" CHECK (char_length("title") BETWEEN 1 AND 100),
  ADD CONSTRAINT "site_section_groups_icon_check" CHECK (char_length("icon") <= 50);

ALTER TABLE "site_sections"
  ADD CONSTRAINT "site_sections_title_check" CHECK (char_length("title") BETWEEN 2 AND 128),
  ADD CONSTRAINT "site_sections_description_check" CHECK (char_length("description") <= 256),
  ADD CONSTRAINT "site_sections_icon_check" CHECK (char_length("icon") <= 50),
  ADD CONSTRAINT "site_sections_path_check" CHECK (char_length("path") BETWEEN 1 AND 100),
  ADD CONSTRAINT "site_sections_condition_check" CHECK (char_length("condition") BETWEEN 1 AND 1024);

ALTER TABLE "site_spaces"
  ADD CONSTRAINT "site_spaces_path_check" CHECK (char_length("path") BETWEEN 1 AND 100),
  ADD CONSTRAINT "site_spaces_condition_check" CHECK (char_length("condition") BETWEEN 1 AND 1024);

ALTER TABLE "site_visitor_auth"
  ADD CONSTRAINT "site_visitor_auth_backend_check" CHECK ("backend" IN ('custom', 'integration')),
  ADD CONSTRAINT "site_visitor_auth_integration_check" CHECK ("backend" = 'custom' OR "integration" IS NOT NULL);

ALTER TABLE "site_share_links"
  ADD CONSTRAINT "site_share_links_name_check" CHECK (char_length("name") <= 50);

ALTER TABLE "site_redirects"
  ADD CONSTRAINT "site_redirects_source_check" CHECK (char_length("source") <= 512);

-- Names and paths are compared without case and are stored in lower case.
CREATE UNIQUE INDEX "sites_basename_key" ON "sites"("organizationId", lower("basename"));
CREATE UNIQUE INDEX "site_sections_path_key" ON "site_sections"("siteId", lower("path"));
CREATE UNIQUE INDEX "site_spaces_path_key" ON "site_spaces"("siteId", coalesce("sectionId", ''), lower("path"));
CREATE UNIQUE INDEX "site_spaces_space_key" ON "site_spaces"("siteId", coalesce("sectionId", ''), "spaceId");

-- One default among siblings.
CREATE UNIQUE INDEX "site_sections_default_key" ON "site_sections"("siteId") WHERE "isDefault";
CREATE UNIQUE INDEX "site_spaces_default_key" ON "site_spaces"("siteId", coalesce("sectionId", '')) WHERE "isDefault";

-- Several sites may await the verification of a hostname; one has it.
CREATE UNIQUE INDEX "site_hostnames_verified_key" ON "site_hostnames"("hostname") WHERE "verifiedAt" IS NOT NULL;

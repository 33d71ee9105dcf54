-- AlterTable
ALTER TABLE "saml_providers" ADD COLUMN "ssoBinding" TEXT NOT NULL DEFAULT 'redirect';

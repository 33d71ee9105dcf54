-- Mails to people belong to no organization.
alter table jobs alter column "organizationId" drop not null;

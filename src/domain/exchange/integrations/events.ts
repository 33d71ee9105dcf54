import type { Installation } from './installations.ts';

/** An installation as the subject of an event. */
export const ofInstallation = ({ organizationId, id, integrationName }: Installation) => ({
  organizationId,
  id,
  label: integrationName,
});

export const targetData = ({ id, integrationId }: Installation) => ({ installation: id, integration: integrationId });

import type { Integration } from './integrations.ts';
import type { Installation } from './installations.ts';

/** An integration as the subject of an event. */
export const ofIntegration = ({ organizationId, id, name }: Pick<Integration, 'organizationId' | 'id' | 'name'>) => ({
  organizationId,
  id,
  label: name,
});

/** An installation as the subject of an event. */
export const ofInstallation = ({ organizationId, id, integrationName }: Installation) => ({
  organizationId,
  id,
  label: integrationName,
});

export const targetData = ({ id, integrationId }: Installation) => ({ installation: id, integration: integrationId });

import type { OpenApiSpec } from './specs.ts';

/** A specification as the subject of an event. */
export const ofSpec = ({ organizationId, id, slug }: Pick<OpenApiSpec, 'organizationId' | 'id' | 'slug'>) => ({
  organizationId,
  id,
  label: slug,
});

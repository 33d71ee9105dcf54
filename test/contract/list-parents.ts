/** Types of parents of lists of the graph, with the parameter of paths that names one. */
export const parentsOfLists: Readonly<Record<string, string>> = {
  ChangeRequest: 'changeRequestId',
  Collection: 'collectionId',
  Comment: 'commentId',
  Integration: 'integrationId',
  IntegrationInstallation: 'installationId',
  OpenApiSpec: 'specId',
  Organization: 'organizationId',
  Renderer: 'rendererId',
  Revision: 'revisionId',
  Site: 'siteId',
  Space: 'spaceId',
  Team: 'teamId',
  TranslatedSpace: 'translatedSpaceId',
  TranslationSettings: 'translationSettingsId',
  User: 'principalId',
  Webhook: 'webhookId',
};

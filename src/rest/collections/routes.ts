import {
  CreateCollectionDocument,
  DeleteCollectionByIdDocument,
  GetCollectionByIdDocument,
  ListCollectionsInOrganizationByIdDocument,
  ListSpacesInCollectionByIdDocument,
  MoveCollectionDocument,
  TransferCollectionDocument,
  UpdateCollectionByIdDocument,
} from '../__generated__/operations.ts';
import { created, listOf, noContent, ok, route } from '../route.ts';
import { space } from '../spaces/resource.ts';
import { collection } from './resource.ts';

export const collectionRoutes = [
  route(
    'GET /v1/collections/{collectionId}',
    GetCollectionByIdDocument,
    ok(collection, (d) => d.collection),
  ),
  route(
    'PATCH /v1/collections/{collectionId}',
    UpdateCollectionByIdDocument,
    ok(collection, (d) => d.updateCollection.collection),
  ),
  route('DELETE /v1/collections/{collectionId}', DeleteCollectionByIdDocument, noContent(205)),
  route(
    'GET /v1/collections/{collectionId}/spaces',
    ListSpacesInCollectionByIdDocument,
    listOf(space, (d) => d.collection?.spaces),
  ),
  route(
    'POST /v1/collections/{collectionId}/move',
    MoveCollectionDocument,
    ok(collection, (d) => d.moveCollection.collection),
  ),
  route(
    'POST /v1/collections/{collectionId}/transfer',
    TransferCollectionDocument,
    ok(collection, (d) => d.transferCollection.collection),
  ),
  route(
    'GET /v1/orgs/{organizationId}/collections',
    ListCollectionsInOrganizationByIdDocument,
    listOf(collection, (d) => d.organization?.collections),
  ),
  route(
    'POST /v1/orgs/{organizationId}/collections',
    CreateCollectionDocument,
    created(collection, (d) => d.createCollection.collection),
  ),
];

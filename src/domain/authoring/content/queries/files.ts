import { fileColumns, type FileRow } from '../../../../db/content/files.ts';
import { entriesAt, isFile, type ContentState } from '../../../../db/content/states.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { sql, type Sql } from '../../../../db/sql.ts';

/** Keyset list of the files of a state, by name. */
export const filesList = (state: ContentState): KeysetList => ({
  name: 'files',
  // Cursors are bound to the line and not to the revision, so that they stay valid while the content is edited.
  filters: [state.line],
  select: fileColumns,
  from: sql`from ${entriesAt(state, { where: isFile })} join blobs b on b.hash = e."blobHash"`,
  where: [],
  sort: { by: 'e.title collate "C"', type: 'text', id: 'e."entryId"' },
  direction: 'asc',
});

/** File data that a download needs. */
export interface Download extends Pick<FileRow, 'name' | 'contentType' | 'blobHash' | 'sizeBytes'> {}

/** Finds a file in any revision of a space that is not deleted. */
export const findDownload = (reader: Sql, spaceId: string, fileId: string) =>
  reader.first<Download>(sql`select ${fileColumns}
    from content_entries e join blobs b on b.hash = e."blobHash"
    join spaces s on s.id = e."spaceId" and s."deletedAt" is null
    where e."spaceId" = ${spaceId} and e."entryId" = ${fileId} and e.kind = 'file' and not e.deleted
    -- The name in main content comes first: a name given in a change request is not public.
    order by e.line = e."spaceId" desc, e."fromSeq" desc limit 1`);

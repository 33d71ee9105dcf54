/**
 * What an address shows. Its path is that of `urls.app`, so that links of the server lead here: `/spaces/spc_1/change-requests/cr_2`
 * is of the kind `change-requests` and has the id `cr_2`. Both are empty at `/`.
 */
export interface Place {
  readonly kind: string;
  readonly id: string;
}

/** The place of a path. */
export function placeOf(pathname: string): Place {
  const [id = '', kind = ''] = pathname.split('/').toReversed();
  return { kind, id };
}

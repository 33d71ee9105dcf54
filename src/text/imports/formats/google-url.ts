/** Converts the URL of the editor to that of the ZIP export. Returns other URLs unchanged. */
export function googleExportUrl(url: string): string {
  const id =
    /^https:\/\/docs\.google\.com\/document\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]{10,100})(?:\/(?:edit|view|preview|mobilebasic)?)?(?:[?#].*)?$/.exec(
      url,
    )?.[1];
  return id === undefined ? url : `https://docs.google.com/document/d/${id}/export?format=zip`;
}

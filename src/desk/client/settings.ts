/** What the server tells the page: the path below which the service is. */
export const { basePath } = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as {
  readonly basePath: string;
};

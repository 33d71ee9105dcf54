import type { Page } from 'playwright-core';

/** Types a token into the header bar and saves it. */
export async function saveToken(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Save' }).click();
}

/** Opens one of the example tabs, runs it and returns the answer as text. */
export async function runTab(page: Page, title: string): Promise<string> {
  await page.getByRole('tab', { name: title }).click();
  const answered = page.waitForResponse((response) => isQuery(response.request().postData()));
  await page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).click();
  await answered;
  return resultText(page);
}

// Requests of GraphiQL for the schema are not the ones a test waits for.
function isQuery(body: string | null): boolean {
  return body !== null && !body.includes('IntrospectionQuery');
}

async function resultText(page: Page): Promise<string> {
  const pane = page.locator('.result-window .view-lines');
  await pane.filter({ hasText: /"(data|errors)"/ }).waitFor();
  // The editor shows non-breaking spaces.
  return (await pane.innerText()).replaceAll('\u00a0', ' ');
}

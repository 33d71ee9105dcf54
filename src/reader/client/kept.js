/** What the visitor has chosen; null where the browser keeps nothing. */
export const read = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
export const keep = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds for this page alone.
  }
};

/** Titles of tabs, the one that was chosen last first. */
export const readTitles = () => {
  try {
    return Object.values(JSON.parse(read('tabs') ?? '[]'));
  } catch {
    return [];
  }
};

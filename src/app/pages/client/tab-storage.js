/*
 * Storage for GraphiQL's tabs. GraphiQL 5.4 writes the open query and the list of tabs separately, up to 500 ms late, so a
 * reload in between duplicates or overwrites a tab. This storage always reads the open query from the list.
 */
globalThis.octavoTabStorage = (() => {
  const partOfTab = { 'graphiql:query': 'query', 'graphiql:variables': 'variables', 'graphiql:headers': 'headers' };

  function activeTab() {
    try {
      const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
      return tabs[activeTabIndex];
    } catch {
      // Nothing valid is stored, so GraphiQL starts with the examples.
      return undefined;
    }
  }

  return {
    get length() {
      return localStorage.length;
    },
    getItem: (key) => (key in partOfTab ? (activeTab()?.[partOfTab[key]] ?? null) : localStorage.getItem(key)),
    setItem: (key, value) => localStorage.setItem(key, value),
    removeItem: (key) => localStorage.removeItem(key),
    clear: () => localStorage.clear(),
  };
})();

/** The data beside each page that has any; later pages of a feed have none. */
export const data = {
  pagination: { data: 'pages', size: 1, alias: 'shown', before: (pages) => pages.filter(({ page, number }) => page && number === 1) },
  permalink: ({ shown }) => `${shown.folder}/_payload.json`,
};

export const render = ({ shown }) => JSON.stringify(shown.page);

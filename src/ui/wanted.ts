import type { ClientDirective } from 'astro';

/** `client:wanted`: an island that shows nothing until its store holds something hydrates on its `wake` event, which `hydrateWhen` sends. */
const wanted: ClientDirective = (load, _options, island) => {
  const hydrate = async () => (await load())();
  island.addEventListener('wake', hydrate);
  if (island.hasAttribute('data-awake')) void hydrate();
};

export default wanted;

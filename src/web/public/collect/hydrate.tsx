import { hydrateRoot } from 'react-dom/client'
import { readPageIsland } from './read-page-island.tsx'

/** Hydrates the server's form without losing input typed meanwhile. */
async function hydrate(): Promise<void> {
	const island = await readPageIsland()
	if (island) hydrateRoot(island.root, island.element)
}
hydrate()

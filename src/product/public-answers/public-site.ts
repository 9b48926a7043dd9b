import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { openSite, type Site } from '#product/pages/site.ts'

/** The build of public pages, and the texts of the scripts that other sites load. */
export type PublicSite = Site & {
	/** The loader of walls. */
	loader: string
	/** The player's module. */
	player: string
	/** The loader of forms. */
	form: string
	/** The card that asks. */
	prompt: string
}

/** @throws Error when the pages or the embed were not built */
export async function openPublicSite(config: Config, dist: string): Promise<PublicSite> {
	const read = (name: string) => readFile(join(dist, 'embed', name), 'utf8')
	const [site, loader, player, form, prompt] = await Promise.all([
		openSite(config, dist),
		read('embed.js'),
		read('player.js'),
		read('form.js'),
		read('prompt.js'),
	])
	return { ...site, loader, player, form, prompt }
}

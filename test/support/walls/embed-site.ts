import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { loadPublicAssets } from '#product/pages/public-assets.ts'
import { embedFragmentText, embedFrameText } from '#product/walls/embed-texts.ts'
import { embedScriptText } from '#shared/wall/embed-script.ts'
import type { PublicWall } from '#shared/wall/wall.ts'
import { drawnPhoto } from './drawn-photo.ts'

const dist = join(import.meta.dirname, '../../../dist')
/** Address of the installation that walls come from. */
export const installation = 'http://walls.example'
/** Address of the page of another site. */
export const hostUrl = 'http://host.example/'

/** The parts of a page of another site: its document, `/host.css`, and its content security policy. */
export type HostPage = { html: string; css?: string; policy?: string }

/** Walls as the installation sends them to other sites, without a server. */
export type Embeds = {
	/** Static HTML of a wall. */
	fragment: (id: string) => string
	/** Answers the addresses of the installation and of the other site in a browser context. */
	serve: (context: BrowserContext, host: HostPage) => Promise<void>
}

type File = { contentType: string; body: string }

/** Reads the build, and renders walls by the code that answers `/embed/…`. */
export async function readEmbeds(walls: readonly PublicWall[]): Promise<Embeds> {
	const { renderEmbed } = (await loadPublicAssets(dist)).pages
	const [loader, player] = await Promise.all(
		['embed.js', 'player.js'].map((name) => readFile(join(dist, 'embed', name), 'utf8')),
	)
	const files = new Map<string, File>([
		['/embed.js', script(loader ?? '')],
		['/embed/player.js', script(player ?? '')],
	])
	for (const wall of walls) {
		const address = `/embed/${wall.wall.id}`
		const html = renderEmbed(wall, installation)
		files.set(`${address}.js`, script(embedScriptText(loader ?? '', wall.wall.id, html)))
		files.set(`${address}.html`, page(embedFragmentText(wall, html, installation)))
		files.set(address, page(embedFrameText(wall, html).text))
		for (const theme of ['light', 'dark', 'auto'] as const)
			files.set(`${address}?theme=${theme}`, page(embedFrameText(wall, html, theme).text))
	}
	return {
		fragment: (id) => files.get(`/embed/${id}.html`)?.body ?? '',
		serve: async (context, host) => {
			await context.route(`${installation}/**`, (route) => fulfill(route, files))
			await context.route(`${hostUrl}**`, (route) => fulfillHost(route, host))
		},
	}
}

const script = (body: string): File => ({ contentType: 'text/javascript; charset=utf-8', body })
const page = (body: string): File => ({ contentType: 'text/html; charset=utf-8', body })

function fulfill(route: Route, files: ReadonlyMap<string, File>): Promise<void> {
	const { pathname, searchParams } = new URL(route.request().url())
	const theme = searchParams.get('theme')
	const file = files.get(theme ? `${pathname}?theme=${theme}` : pathname)
	// Any origin may import a script of the installation.
	if (file) return route.fulfill({ ...file, headers: { 'access-control-allow-origin': '*' } })
	const photo = drawnPhoto(pathname.endsWith('recording.webp') ? '/media/1280x720-4' : pathname)
	return photo ? route.fulfill({ contentType: 'image/svg+xml', body: photo }) : route.fulfill({ status: 404 })
}

function fulfillHost(route: Route, { html, css = '', policy }: HostPage): Promise<void> {
	if (route.request().url().endsWith('/host.css')) return route.fulfill({ contentType: 'text/css', body: css })
	const headers: Record<string, string> = policy ? { 'content-security-policy': policy } : {}
	return route.fulfill({ headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html })
}

/** Opens the page of another site in a new tab of a context that serves it. */
export async function openHostPage(context: BrowserContext): Promise<Page> {
	const page = await context.newPage()
	await page.goto(hostUrl)
	return page
}

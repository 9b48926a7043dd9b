import { join } from 'node:path'
import type { BrowserContext, Page, Route } from '@playwright/test'
import type { RenderedFile } from '#product/http/rendered-file.ts'
import {
	type EmbedSite,
	renderEmbedFragment,
	renderEmbedFrame,
	renderEmbedScript,
	renderSharedScript,
} from '#product/walls/render-loader-script.ts'
import { openWallSite } from '#product/walls/render-wall.ts'
import { readConfig } from '#server/settings.ts'
import type { PublicWall } from '#shared/wall.ts'
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

/** Reads the build, and renders walls by the code that answers `/embed/…`. */
export async function readEmbeds(walls: readonly PublicWall[]): Promise<Embeds> {
	const { config } = readConfig({ SITE_URL: installation })
	const site = await openWallSite(config, dist)
	const rendered = new Map(walls.flatMap((wall) => filesOf(site, wall)))
	rendered.set('/embed.js', renderSharedScript(site.loader))
	rendered.set('/embed/player.js', renderSharedScript(site.player))
	return {
		fragment: (id) => String(rendered.get(`/embed/${id}.html`)?.text),
		serve: async (context, host) => {
			await context.route(`${installation}/**`, (route) => fulfill(route, rendered))
			await context.route(`${hostUrl}**`, (route) => fulfillHost(route, host))
		},
	}
}

function filesOf(site: EmbedSite, wall: PublicWall): [path: string, file: RenderedFile][] {
	const { id } = wall.wall
	const html = site.assets.pages.renderEmbed(wall, installation)
	return [
		[`/embed/${id}.js`, renderEmbedScript(site, wall, html)],
		[`/embed/${id}.html`, renderEmbedFragment(site, wall, html)],
		[`/embed/${id}`, renderEmbedFrame(site, wall, html)],
	]
}

function fulfill(route: Route, rendered: ReadonlyMap<string, RenderedFile>): Promise<void> {
	const { pathname } = new URL(route.request().url())
	const file = rendered.get(pathname)
	if (file) return route.fulfill({ headers: file.headers, body: file.text })
	const photo = drawnPhoto(pathname.replace('recording.webp', '1280x720-4'))
	return photo ? route.fulfill({ contentType: 'image/svg+xml', body: photo }) : route.fulfill({ status: 404 })
}

function fulfillHost(route: Route, { html, css, policy }: HostPage): Promise<void> {
	if (route.request().url().endsWith('/host.css')) return route.fulfill({ contentType: 'text/css', body: css ?? '' })
	const headers = policy ? { 'content-security-policy': policy } : {}
	const type = { 'content-type': 'text/html; charset=utf-8' }
	return route.fulfill({ headers: { ...type, ...headers }, body: html })
}

/** Opens the page of another site in a new tab of a context that serves it. */
export async function openHostPage(context: BrowserContext): Promise<Page> {
	const page = await context.newPage()
	await page.goto(hostUrl)
	return page
}

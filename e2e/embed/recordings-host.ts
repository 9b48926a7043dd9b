import type { Page } from '@playwright/test'
import { serviceClient } from '#e2e/support/service-client.ts'
import type { WallLayout } from '#shared/wall/wall.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { publishRecording, sampleCaptions } from '#test/support/product/add-recording.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import type { ServerAddress } from '#test/support/server-process.ts'
import { heightRules } from '#web/features/walls/put-on-site/embed-snippets.ts'

const quote = 'Then the kiln room warms up, and nobody wants to leave.'
const arabic = 'كنت أخاف من الماء منذ طفولتي، ثم جدّفت وحدي إلى الجزيرة.'

/** Publishes recordings of all forms, as many as asked for; the first on the wall is the last of them. */
export async function publishRecordings(server: ServerAddress, space: TestSpace, count: number): Promise<void> {
	const service = await serviceClient(server)
	const forms = [
		{ captions: { en: sampleCaptions, de: sampleCaptions }, quote },
		{ width: 360, height: 640, body: arabic, locale: 'ar' },
		{ body: 'The quietest week of my life.', trim: { start: 1, end: 2 } },
		{ isProcessed: false },
	]
	for (let at = count - 1; at >= 0; at--)
		await publishRecording(service, space.spaceId, {
			...forms[at % forms.length],
			author: { name: `Person ${at + 1}`, title: 'Paediatric nurse' },
			rating: 1 + (at % 5),
			approvedAt: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
		})
}

/** The strictest policy under which recordings play. */
export const strict = (origin: string, media = `media-src ${origin};`) =>
	`default-src 'none'; style-src 'self'; script-src ${origin}; img-src ${origin}; ${media} require-trusted-types-for 'script'; trusted-types plaudit`

/**
 * A site of another origin with the wall in this layout.
 * @param others ids of further walls below it
 */
export async function openHost(
	server: ServerAddress,
	space: TestSpace,
	layout: WallLayout,
	policy = strict(server.url),
	others: readonly string[] = [],
) {
	const ids = [space.wallId, ...others]
	const wall = (id: string) =>
		`<plaudit-wall wall="${id}"><a href="${server.url}/w/${space.slug}">What people say</a></plaudit-wall>`
	const script = (id: string) => `<script async src="${server.url}/embed/${id}.js"></script>`
	await space.client.from('walls').update({ layout }).eq('id', space.wallId).throwOnError()
	return openHostSite({
		css: `${heightRules({ id: space.wallId, layout })} html { background: light-dark(#fff, #171512) }`,
		policy,
		html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/host.css"><title>Host</title></head><body><main><h1>Host</h1>
${ids.map(wall).join('')}</main>${ids.map(script).join('')}</body></html>`,
	})
}

/** Requests for files of recordings, without posters. */
export function watchMedia(tab: Page): string[] {
	const asked: string[] = []
	tab.on('request', (request) => {
		if (/\.(mp4|m4a|vtt)(\?|$)/.test(request.url())) asked.push(request.url())
	})
	return asked
}

/** Stops within the first cue: it passes while a busy machine looks. */
export const stopInFirstCue = (media: HTMLMediaElement): void => {
	media.pause()
	media.currentTime = 0.5
}

export const isPlaying = (media: Element) =>
	!(media as HTMLMediaElement).paused && (media as HTMLMediaElement).currentTime > 0 && media.isConnected

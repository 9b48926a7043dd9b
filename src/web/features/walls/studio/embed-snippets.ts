import type { WallLayout } from '#shared/wall.ts'
import { heights } from '#shared/wall-layouts.ts'
import { escapeHtml } from '#web/lib/format/escape-html.ts'

export type SnippetWall = { id: string; slug: string; layout: WallLayout; about: string }

/** CSS rules that reserve a wall's height before it loads, one per breakpoint. */
export function heightRules({ id, layout }: SnippetWall): string {
	const [narrow, middle, broad] = heights[layout]
	const name = `.plaudit-${id.slice(0, 8)}`
	const lines = [
		// A container gives its content no width: among flex items it would collapse.
		`${name} { container-type: inline-size; inline-size: 100% }`,
		`${name} > * { display: block; inline-size: 100%; block-size: ${narrow}px }`,
	]
	if (middle !== narrow) lines.push(`@container (min-width: 560px) { ${name} > * { block-size: ${middle}px } }`)
	if (broad !== middle) lines.push(`@container (min-width: 880px) { ${name} > * { block-size: ${broad}px } }`)
	return lines.join('\n')
}

/** One script: one request for loader and HTML. */
export function scriptSnippet(origin: string, wall: SnippetWall): string {
	return `<style>
${heightRules(wall)}
</style>
<div class="plaudit-${wall.id.slice(0, 8)}"><plaudit-wall wall="${wall.id}">
<a href="${origin}/w/${wall.slug}">${escapeHtml(wall.about)}</a>
</plaudit-wall></div>
<script async src="${origin}/embed/${wall.id}.js"></script>`
}

/** Static HTML, fetched when the site is built. */
export function staticSnippet(origin: string, wall: SnippetWall): string {
	return `# When your site is built, put this file's content where the wall shall stand:
curl --fail ${origin}/embed/${wall.id}.html

# Optional, for the carousel's buttons and "Read more" over the page:
<script async src="${origin}/embed.js"></script>`
}

/** An iframe, for sites that allow no third-party script. */
export function frameSnippet(origin: string, wall: SnippetWall): string {
	return `<style>
${heightRules(wall)}
</style>
<div class="plaudit-${wall.id.slice(0, 8)}"><iframe src="${origin}/embed/${wall.id}" title="${escapeHtml(wall.about)}" loading="lazy" frameborder="0"></iframe></div>`
}

/** The sources that a page with a content security policy has to allow. */
export function policyLines(origin: string): string {
	return `script-src ${origin}
img-src ${origin}
connect-src ${origin}   (only for /embed.js with several walls)
trusted-types plaudit   (only where trusted types are required)`
}

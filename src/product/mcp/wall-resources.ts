import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { readQuery } from '#product/run-query.ts'
import { toPublicWall } from '#product/walls/wall-reader.ts'
import { mcpLimits } from '#shared/parser-limits.ts'
import type { WallItem } from '#shared/wall/wall.ts'
import { quotationNotice, withoutHidden } from './customer-words.ts'
import { publishedWalls } from './queries.ts'
import type { ToolContext } from './tool.ts'

const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
/** The rest is for counts and addresses. */
const mostBytes = mcpLimits.answerBytes - 64 * 1024

/** The published walls of the space as resources, each by the address of its page. */
export function addWallResources(server: McpServer, context: ToolContext): void {
	const { db, claims, key, config, walls } = context
	const prefix = `${config.SITE_URL}/w/`
	const template = new ResourceTemplate(`${prefix}{slug}`, {
		async list() {
			requireWalls(context)
			const rows = await readQuery<{ slug: string; name: string }>(db, claims, publishedWalls(key.space), key.space)
			return {
				resources: rows.map(({ slug, name }) => ({
					uri: prefix + slug,
					name: slug,
					title: name,
					mimeType: 'application/json',
				})),
			}
		},
	})
	const about = {
		title: 'Published walls',
		description: 'The newest testimonials that a wall shows, as JSON and text.',
	}
	server.registerResource('wall', template, about, async (uri, { slug }) => {
		requireWalls(context)
		const page = await walls.read({ slug: String(slug), limit: mcpLimits.wallItems })
		if (!page || page.definition.space.id !== key.space) throw notFound()
		const { wall, counts, items, next } = toPublicWall(page)
		const shown = fitting(items, config.SITE_URL)
		const json = {
			notice: quotationNotice,
			wall: wall.slug,
			counts,
			testimonials: shown.map(toQuoted),
			has_more: next !== null || shown.length < items.length,
		}
		const text = [quotationNotice, ...shown.map((item) => toText(item, config.SITE_URL))].join('\n\n')
		return {
			contents: [
				{ uri: uri.href, mimeType: 'application/json', text: withoutHidden(JSON.stringify(json)) },
				{ uri: uri.href, mimeType: 'text/plain', text: withoutHidden(text) },
			],
		}
	})
}

function requireWalls({ key }: ToolContext): void {
	if (!key.scopes.includes('walls:read'))
		throw new McpError(ErrorCode.InvalidRequest, 'This key has not the scope walls:read.')
}

const notFound = () =>
	new McpError(ErrorCode.InvalidParams, 'not found: this space has no published wall at this address.')

/** The first items, as far as an answer may be long. */
function fitting(items: readonly WallItem[], site: string): readonly WallItem[] {
	let bytes = 0
	for (const [at, item] of items.entries()) {
		bytes += Buffer.byteLength(JSON.stringify(toQuoted(item))) + Buffer.byteLength(toText(item, site))
		if (bytes > mostBytes) return items.slice(0, at)
	}
	return items
}

function toQuoted({ id, kind, locale, submitted_at, basis, is_excerpt, title = null, text, rating, author }: WallItem) {
	const { name, title: job, company } = author
	const customer = { title, words: text, stars: rating, name, job, company }
	return { id, kind, locale, submitted_at, basis, is_excerpt, customer }
}

/** One quotation, in which no line looks like one of ours: each begins with `>`, also after a line end that only Unicode has. */
function toText({ id, text, rating, author }: WallItem, site: string): string {
	const quoted = text.split(lineEnds).map((line) => `> ${line}`)
	const by = [author.name, author.title, author.company].filter(Boolean).join(', ').replace(lineEnds, ' ')
	return [
		...quoted,
		`> (${[by, rating && `${rating} of 5 stars`].filter(Boolean).join('; ')})`,
		`${site}/p/${id}`,
	].join('\n')
}

import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { readQuery } from '#product/run-query.ts'
import { toPublicWall } from '#product/walls/wall-reader.ts'
import { mcpLimits } from '#shared/parser-limits.ts'
import type { WallItem } from '#shared/wall/wall.ts'
import { quotationNotice } from './customer-words.ts'
import { publishedWalls } from './queries.ts'
import type { ToolContext } from './tool.ts'

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
		const { wall, counts, items } = toPublicWall(page)
		const json = { notice: quotationNotice, wall: wall.slug, counts, testimonials: items.map(toQuoted) }
		const text = [quotationNotice, ...items.map((item) => toText(item, config.SITE_URL))].join('\n\n')
		return {
			contents: [
				{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(json) },
				{ uri: uri.href, mimeType: 'text/plain', text },
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

function toQuoted({ id, kind, locale, submitted_at, basis, is_excerpt, title = null, text, rating, author }: WallItem) {
	const { name, title: job, company } = author
	const customer = { title, words: text, stars: rating, name, job, company }
	return { id, kind, locale, submitted_at, basis, is_excerpt, customer }
}

/** One quotation, in which no line looks like one of ours: each begins with `>`. */
function toText({ id, text, rating, author }: WallItem, site: string): string {
	const quoted = text.split('\n').map((line) => `> ${line}`)
	const by = [author.name, author.title, author.company].filter(Boolean).join(', ').replaceAll('\n', ' ')
	return [
		...quoted,
		`> (${[by, rating && `${rating} of 5 stars`].filter(Boolean).join('; ')})`,
		`${site}/p/${id}`,
	].join('\n')
}

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Deps } from '#platform/deps.ts'
import { cdnHeaders, withoutCdn } from '#product/http/cdn-headers.ts'
import type { SpaceChanges } from '#product/spaces/follow-space-changes.ts'
import { type CachedAnswer, createAnswerCache } from './answer-cache.ts'
import { type ContentCoding, type EncodedAnswer, encodeAnswer, type PlainAnswer } from './encode-answer.ts'
import type { PublicAnswer, PublicRequest, Renderer } from './public-answer.ts'
import { openPublicSite, type PublicSite } from './public-site.ts'

export type PublicAnswers = ReturnType<typeof createPublicAnswers>

type Rendered = { plain: PlainAnswer; isCacheable: boolean }

const distFolder = fileURLToPath(new URL('../../../dist/', import.meta.url))

/**
 * Renders public addresses, once for all requests of a time, and caches each answer until its space changes.
 * @param renderers an address is rendered by the first that takes it
 */
export function createPublicAnswers(
	{ config, metrics }: Pick<Deps, 'config' | 'metrics'>,
	changes: SpaceChanges,
	renderers: readonly Renderer[],
) {
	const cache = createAnswerCache()
	metrics.cache('walls', cache.stats)
	const rendering = new Map<string, Promise<Rendered | null>>()
	changes.onChange((space) => {
		cache.forget(space)
		// A request that arrives after the change must not share an earlier render.
		rendering.clear()
	})

	let site: Promise<PublicSite> | undefined
	async function render(request: PublicRequest): Promise<Rendered | null> {
		// Opened by the first request, and again after a failure: JSON is served without a build.
		site ??= openPublicSite(config, distFolder).catch((error: unknown) => {
			site = undefined
			throw error
		})
		const opened = await site
		if (!request.isBuilt) await changes.ready()
		const answer = await request.render(opened)
		return answer && { plain: toPlain(answer), isCacheable: answer.isCacheable ?? true }
	}

	function toPlain({ text, headers, space = '', surrogateKey }: PublicAnswer): PlainAnswer {
		const isCompressed = typeof text !== 'string'
		const body = isCompressed ? text : Buffer.from(text)
		const etag = createHash('sha1').update(body).digest('base64url')
		const keys = [...(surrogateKey ? [surrogateKey] : []), ...(space ? [`space-${space}`] : [])]
		const forCdn = cdnHeaders(config, headers['cache-control'] ?? '', keys)
		return { space, body, etag, headers: Object.entries({ ...headers, ...forCdn }).flat(), isCompressed }
	}

	async function encodeCached(key: string, answer: CachedAnswer, coding: ContentCoding): Promise<EncodedAnswer> {
		const ready = answer.encoded[coding]
		if (ready) return ready
		const encoded = await encodeAnswer(answer.plain, coding)
		cache.add(key, answer, coding, encoded)
		return encoded
	}

	return {
		/** The request of a path and query; null for an address of something else. */
		parse(target: string): PublicRequest | null {
			const at = target.indexOf('?')
			const [path, search] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
			for (const renderer of renderers) {
				const request = renderer(path, search)
				if (request) return request
			}
			return null
		},
		/** The cached answer by the key of its address. */
		find: cache.find,
		/** The answer, rendered if needed; null when nothing is published there. */
		async render(request: PublicRequest, coding: ContentCoding): Promise<EncodedAnswer | null> {
			const { key } = request
			const cached = cache.peek(key)
			if (cached) return encodeCached(key, cached, coding)
			const since = changes.now()
			const running = rendering.get(key) ?? render(request)
			rendering.set(key, running)
			try {
				const rendered = await running
				if (!rendered) return null
				const { plain, isCacheable } = rendered
				if (!isCacheable || changes.hasChanged(plain.space, since))
					return await encodeAnswer({ ...plain, headers: withoutCdn(plain.headers) }, coding)
				return await encodeCached(key, cache.peek(key) ?? cache.put(key, plain), coding)
			} finally {
				if (rendering.get(key) === running) rendering.delete(key)
			}
		},
		/** Number and bytes of cached answers. */
		get size() {
			return cache.size
		},
	}
}

/** Reads a public picture as the server itself needs it, by its path and query; null where nothing is published. */
export function readPublicPicture(answers: PublicAnswers): (target: string) => Promise<Uint8Array | null> {
	return async (target) => {
		const request = answers.parse(target)
		const answer = request && (await answers.render(request, 'identity'))
		return answer ? answer.body : null
	}
}

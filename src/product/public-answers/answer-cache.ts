import { LruCache } from '#platform/lru-cache.ts'
import { type ContentCoding, type EncodedAnswer, type PlainAnswer, uncoded } from './encode-answer.ts'

/** An answer is encoded when a coding is first requested. */
export type CachedAnswer = {
	plain: PlainAnswer
	/** Size of all codings so far. */
	bytes: number
	expires: number
	encoded: Partial<Record<ContentCoding, EncodedAnswer>>
}

const maxAgeMs = 60_000
const maxCacheBytes = 64 * 1024 * 1024

/**
 * Least recently used cache of answers by the key of their address, bounded in bytes. An answer expires after a minute: a lost
 * notification must not keep withdrawn testimonials public for longer.
 */
export function createAnswerCache(maxBytes = maxCacheBytes) {
	const keysBySpace = new Map<string, Set<string>>()
	const answers = new LruCache<string, CachedAnswer>(
		maxBytes,
		({ bytes }) => bytes,
		(key, { plain: { space } }) => {
			const keys = keysBySpace.get(space)
			keys?.delete(key)
			if (keys?.size === 0) keysBySpace.delete(space)
		},
	)

	const set = (key: string, answer: CachedAnswer) => {
		answers.set(key, answer)
		const { space } = answer.plain
		keysBySpace.set(space, (keysBySpace.get(space) ?? new Set()).add(key))
	}

	return {
		/** For /metrics. */
		stats: answers,
		/** The answer in a coding, if it is cached and was encoded so before. */
		find(key: string, coding: ContentCoding): EncodedAnswer | undefined {
			const answer = answers.get(key)
			if (answer && answer.expires >= Date.now()) return answer.encoded[coding]
			answers.delete(key)
			return undefined
		},
		/** The answer, to add further codings. */
		peek(key: string): CachedAnswer | undefined {
			const answer = answers.peek(key)
			return answer && answer.expires >= Date.now() ? answer : undefined
		},
		put(key: string, plain: PlainAnswer): CachedAnswer {
			const answer: CachedAnswer = {
				plain,
				bytes: plain.body.length,
				expires: Date.now() + maxAgeMs,
				encoded: { identity: uncoded(plain) },
			}
			set(key, answer)
			return answer
		},
		/** Adds a coding to an answer, which may be evicted by now. */
		add(key: string, answer: CachedAnswer, coding: ContentCoding, encoded: EncodedAnswer) {
			answer.encoded[coding] = encoded
			if (answers.peek(key) !== answer) return
			answer.bytes += encoded.body === answer.plain.body ? 0 : encoded.body.length
			set(key, answer)
		},
		/** @param space null forgets all */
		forget(space: string | null) {
			if (space === null) answers.clear()
			else for (const key of keysBySpace.get(space) ?? []) answers.delete(key)
		},
		/** Number and bytes of cached answers. */
		get size() {
			return { answers: answers.size, bytes: answers.weight }
		},
	}
}

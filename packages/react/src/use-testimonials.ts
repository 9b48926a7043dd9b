'use client'
import { useEffect, useState } from 'react'
import type { PublicTestimonial, WallName } from './public-data.ts'
import { readWall } from './static.ts'

/** The testimonials that have been loaded, and how to load more. */
export type Testimonials = {
	items: PublicTestimonial[]
	isLoading: boolean
	error: Error | null
	/** Loads the next page, or a page that failed again; undefined when there is none, or while one is loading. */
	loadMore: (() => void) | undefined
}

type State = { key: string; items: PublicTestimonial[]; next: string | null; error: Error | null; isLoading: boolean }
/** A page that is wanted; a new object asks again. */
type Wanted = { key: string; cursor: string | null }

/**
 * The testimonials of a wall as data in a client component, page by page.
 * @param options.limit testimonials of a page, 1 to 100
 */
export function useTestimonials(options: { server: string; limit?: number } & WallName): Testimonials {
	const { server, id, slug, limit } = options
	const key = [server, id, slug, limit].join(' ')
	const [stored, setState] = useState<State>()
	const [wanted, setWanted] = useState<Wanted>()
	const state: State = stored?.key === key ? stored : { key, items: [], next: null, error: null, isLoading: true }
	const cursor = wanted?.key === key ? wanted.cursor : null

	// biome-ignore lint/correctness/useExhaustiveDependencies: A wanted page is read again when it is wanted again.
	useEffect(() => {
		const controller = new AbortController()
		const { signal } = controller
		const name: WallName = id === undefined ? { slug: slug ?? '' } : { id }
		const before = cursor ? state.items : []
		const set = (values: Partial<State>) => {
			if (!signal.aborted) setState({ key, items: before, next: cursor, error: null, isLoading: false, ...values })
		}
		set({ isLoading: true })
		readWall({ server, ...name, ...(limit ? { limit } : {}), ...(cursor ? { cursor } : {}), signal }).then(
			({ items, next }) => set({ items: [...before, ...items], next }),
			(error: Error) => set({ error }),
		)
		return () => controller.abort()
	}, [key, wanted])

	const { items, next, error, isLoading } = state
	const hasMore = !isLoading && (next !== null || error !== null)
	return { items, isLoading, error, loadMore: hasMore ? () => setWanted({ key, cursor: next }) : undefined }
}

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { embedScriptText } from '#shared/wall/embed-script.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'

/** Milliseconds without a change after which the size is measured: compressing would delay the preview. */
const sizeDelay = 400

/** Gzipped bytes of the embed's one request (loader and HTML), after a pause in the changes; undefined until known. */
export function useEmbedSize(wallId: string, shown: string): number | undefined {
	const html = useDebounced(shown, sizeDelay)
	const loader = useQuery({
		queryKey: ['embed-loader'],
		queryFn: async () => {
			const answer = await fetch('/embed.js')
			if (!answer.ok) throw new Error('The embed’s script is not built.')
			return answer.text()
		},
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	})
	const [weight, setWeight] = useState<number>()
	useEffect(() => {
		if (!loader.data) return
		let isOld = false
		gzippedSize(embedScriptText(loader.data, wallId, html)).then((bytes) => {
			if (!isOld) setWeight(bytes)
		})
		return () => {
			isOld = true
		}
	}, [loader.data, wallId, html])
	return weight
}

async function gzippedSize(text: string): Promise<number> {
	const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
	return (await new Response(packed).arrayBuffer()).byteLength
}

/**
 * Layout shift of the previews: for each, how far its height exceeds the height that the snippet reserves, as a share
 * of it, where it does so too much to be kept back. 0 means nothing moves. Undefined until they are rendered.
 * @param reserved CSS pixels, one per preview in order
 */
export function useLayoutShift(within: RefObject<HTMLElement | null>, reserved: readonly number[]): number | undefined {
	const [shift, setShift] = useState<number>()
	const wanted = reserved.join()
	useEffect(() => {
		const pane = within.current
		if (!pane) return
		const heights = wanted.split(',').map(Number)
		const sections = () =>
			[...pane.querySelectorAll('plaudit-wall')].map((wall) => wall.shadowRoot?.querySelector<HTMLElement>('.w'))
		const observer = new ResizeObserver(() => {
			const moved = sections().map((section, at) => {
				const height = section?.offsetHeight ?? 0
				const room = heights[at] ?? height
				// The loader keeps what was reserved while the wall is in sight, unless it needs more than twice as much.
				return room > 0 && height > room * 2 ? height / room - 1 : 0
			})
			setShift(moved.reduce((sum, part) => sum + part, 0))
		})
		const observe = () => {
			observer.disconnect()
			for (const section of sections()) if (section) observer.observe(section)
		}
		observe()
		// The event of an element that shows a wall; it does not bubble.
		pane.addEventListener('load', observe, { capture: true })
		return () => {
			pane.removeEventListener('load', observe, { capture: true })
			observer.disconnect()
		}
	}, [within, wanted])
	return shift
}

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { embedScriptText } from '#shared/embed-script.ts'

/** Gzipped bytes of the embed's one request (loader and HTML); undefined until known. */
export function useEmbedSize(wallId: string, html: string): number | undefined {
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
export function useLayoutShift(
	within: RefObject<HTMLElement | null>,
	reserved: readonly number[],
	html: string,
): number | undefined {
	const [shift, setShift] = useState<number>()
	const wanted = reserved.join()
	// biome-ignore lint/correctness/useExhaustiveDependencies: other texts are measured again
	useEffect(() => {
		const heights = wanted.split(',').map(Number)
		const sections = [...(within.current?.querySelectorAll('plaudit-wall') ?? [])].flatMap(
			(wall) => wall.shadowRoot?.querySelector<HTMLElement>('.w') ?? [],
		)
		const observer = new ResizeObserver(() => {
			const moved = sections.map((section, at) => {
				const room = heights[at] ?? section.offsetHeight
				// The loader keeps what was reserved while the wall is in sight, unless it needs more than twice as much.
				return room > 0 && section.offsetHeight > room * 2 ? section.offsetHeight / room - 1 : 0
			})
			setShift(moved.reduce((sum, part) => sum + part, 0))
		})
		for (const section of sections) observer.observe(section)
		return () => observer.disconnect()
	}, [within, wanted, html])
	return shift
}

import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { embedScriptText } from '#shared/embed-script.ts'

/** Bytes that the one request of an embed weighs after gzip: loader and words together; undefined until known. */
export function useWeight(wallId: string, html: string): number | undefined {
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
		gzippedBytes(embedScriptText(loader.data, wallId, html)).then((bytes) => {
			if (!isOld) setWeight(bytes)
		})
		return () => {
			isOld = true
		}
	}, [loader.data, wallId, html])
	return weight
}

async function gzippedBytes(text: string): Promise<number> {
	const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
	return (await new Response(packed).arrayBuffer()).byteLength
}

/**
 * How far embeds push their page about: for each preview that is shown within an element, by how much it is higher than
 * what the snippet reserves, as a share of it. 0 means that nothing moves: a lower one, such as an empty wall, leaves
 * the rest of its room empty. Undefined until they are there.
 * @param reserved CSS pixels, one for each preview in order
 */
export function useLayoutShift(
	within: RefObject<HTMLElement | null>,
	reserved: readonly number[],
	html: string,
): number | undefined {
	const [shift, setShift] = useState<number>()
	const wanted = reserved.join()
	// biome-ignore lint/correctness/useExhaustiveDependencies: other words are measured anew
	useEffect(() => {
		const heights = wanted.split(',').map(Number)
		const sections = [...(within.current?.querySelectorAll('plaudit-wall') ?? [])].flatMap(
			(wall) => wall.shadowRoot?.querySelector<HTMLElement>('.w') ?? [],
		)
		const watch = new ResizeObserver(() => {
			const moved = sections.map((section, at) => {
				const room = heights[at] ?? section.offsetHeight
				return room > 0 ? Math.max(0, section.offsetHeight - room) / room : 0
			})
			setShift(moved.reduce((sum, part) => sum + part, 0))
		})
		for (const section of sections) watch.observe(section)
		return () => watch.disconnect()
	}, [within, wanted, html])
	return shift
}

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

/** Layout shift within an element since it appeared, counted from every entry, also those after a tap. */
export function useLayoutShift(within: RefObject<HTMLElement | null>): number | undefined {
	const isKnown = PerformanceObserver.supportedEntryTypes?.includes('layout-shift')
	const [shift, setShift] = useState(isKnown ? 0 : undefined)
	useEffect(() => {
		if (!isKnown) return
		const watch = new PerformanceObserver((list) => {
			const inside = (list.getEntries() as LayoutShift[]).filter((entry) =>
				entry.sources.some(({ node }) => node && within.current?.contains(hostOf(node))),
			)
			const sum = inside.reduce((total, entry) => total + entry.value, 0)
			if (sum > 0) setShift((before = 0) => before + sum)
		})
		watch.observe({ type: 'layout-shift', buffered: false })
		return () => watch.disconnect()
	}, [isKnown, within])
	return shift
}

type LayoutShift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] }

function hostOf(node: Node): Node {
	const root = node.getRootNode()
	return root instanceof ShadowRoot ? root.host : node
}

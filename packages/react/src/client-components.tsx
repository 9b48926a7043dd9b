'use client'
import { useEffect, useState } from 'react'
import { AsyncScript } from './async-script.tsx'
import type { TestimonialProps, WallProps } from './component-props.ts'
import type { WallName } from './public-data.ts'
import { readTestimonial, readWallHtml } from './static.ts'
import { TestimonialFigure } from './testimonial-figure.tsx'
import { WallHtml } from './wall-html.tsx'

/** A wall, from the HTML that a loader has read, else read by the browser into the reserved height. */
export function Wall({ server, id, slug, lang, html, height, className, children }: WallProps) {
	const name: WallName = id === undefined ? { slug: slug ?? '' } : { id }
	const read = () => readWallHtml({ server, ...name, ...(lang ? { lang } : {}) })
	const found = useFound(html, [server, id ?? slug, lang].join(' '), read)
	return (
		<div className={className} style={html || height === undefined ? undefined : { minHeight: height }}>
			{found ? <WallHtml html={found} /> : children}
			<AsyncScript server={server} name="embed.js" />
		</div>
	)
}

/** One testimonial, from what a loader has read, else read by the browser. */
export function Testimonial({ server, id, page, children, className, starsLabel }: TestimonialProps) {
	const found = useFound(page, `${server} ${id}`, () => readTestimonial({ server, id }))
	if (!found) return children
	const own = { ...(className ? { className } : {}), ...(starsLabel ? { starsLabel } : {}) }
	return <TestimonialFigure page={found} {...own} />
}

/** A value that is given, else read once for each key; undefined until then, and after a failure. */
function useFound<Value>(given: Value | undefined, key: string, read: () => Promise<Value>): Value | undefined {
	const [found, setFound] = useState<{ key: string; value: Value }>()
	const isGiven = given !== undefined
	// biome-ignore lint/correctness/useExhaustiveDependencies: The key names all that is read.
	useEffect(() => {
		let isStopped = isGiven
		if (!isGiven)
			read().then(
				(value) => isStopped || setFound({ key, value }),
				(problem) => console.error('plaudit:', problem),
			)
		return () => {
			isStopped = true
		}
	}, [key, isGiven])
	return given ?? (found?.key === key ? found.value : undefined)
}

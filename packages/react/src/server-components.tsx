import { AsyncScript } from './async-script.tsx'
import type { TestimonialProps, WallProps } from './component-props.ts'
import { readTestimonial, readWallHtml } from './static.ts'
import { TestimonialFigure } from './testimonial-figure.tsx'
import { WallHtml } from './wall-html.tsx'

/** A wall, whose words are in the HTML of the page. Where the server does not answer, the children stand in its place. */
export async function Wall({ html, height: _, children, className, ...options }: WallProps) {
	const found = html ?? (await readWallHtml(options).catch(report))
	if (!found) return children
	return (
		<>
			<WallHtml html={found} className={className} />
			<AsyncScript server={options.server} name="embed.js" />
		</>
	)
}

/** One testimonial as plain HTML. Where it is not public, or the server does not answer, the children stand in its place. */
export async function Testimonial({ page, children, className, starsLabel, ...options }: TestimonialProps) {
	const found = page ?? (await readTestimonial(options).catch(report))
	if (!found) return children
	const own = { ...(className ? { className } : {}), ...(starsLabel ? { starsLabel } : {}) }
	return <TestimonialFigure page={found} {...own} />
}

/** A page must not fail because of its testimonials. */
function report(problem: unknown): null {
	console.error('plaudit:', problem)
	return null
}

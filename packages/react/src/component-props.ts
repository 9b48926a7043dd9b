import type { ReactNode } from 'react'
import type { ServerOptions, TestimonialPage, WallName } from './public-data.ts'
import type { FigureOptions } from './testimonial-figure.tsx'

export type WallProps = ServerOptions &
	WallName & {
		/** Language of the wall's own labels; the words stay as they are. */
		lang?: string
		className?: string
		/** HTML that a loader has read with `readWallHtml`, where components run in the browser. */
		html?: string
		/** Height that is reserved until a wall without `html` is there: pixels, or the length in the studio's code. */
		height?: number | string
		/** Shown where the server does not answer, such as a link to the hosted wall. */
		children?: ReactNode
	}

export type TestimonialProps = ServerOptions &
	FigureOptions & {
		id: string
		/** The answer that a loader has read with `readTestimonial`, where components run in the browser. */
		page?: TestimonialPage
		/** Shown where there is no such public testimonial, or the server does not answer. */
		children?: ReactNode
	}

import type { Deps } from '#platform/deps.ts'
import { cardRenderer } from './cards/card-renderer.ts'
import { feedRenderer } from './feeds/feed-renderer.ts'
import { proofPageRenderer } from './proof/proof-page-renderer.ts'
import type { Renderer } from './public-answers/public-answer.ts'
import { testimonialPageRenderer } from './testimonials/testimonial-page-renderer.ts'
import { embedRenderer, embedScriptRenderer } from './walls/embed-renderer.ts'
import { wallPageRenderer } from './walls/wall-page-renderer.ts'
import type { WallReader } from './walls/wall-reader.ts'

/** The routes of the addresses that they take. */
export const renderedPaths: readonly string[] = [
	'/w/:slug',
	'/w/:slug/:file',
	'/embed.js',
	'/embed/:name',
	'/p/:id',
	'/p/:id/card.png',
	'/proof/:id',
	'/collect/:slug/card.png',
]

/** Every kind of public answer. No address is of two kinds. */
export function publicRenderers(
	deps: Pick<Deps, 'config' | 'db' | 'files' | 'metrics'>,
	walls: WallReader,
): readonly Renderer[] {
	const { db } = deps
	return [
		wallPageRenderer(db, walls),
		embedRenderer(walls),
		embedScriptRenderer,
		feedRenderer(db, walls),
		testimonialPageRenderer(db),
		proofPageRenderer(db),
		cardRenderer(deps, walls),
	]
}

import type { TagColor } from '#shared/rows.ts'
import './tag-dot.css'

/** The colour of a tag. Decorative: the name of the tag stands beside it. */
export function TagDot({ color }: { color: TagColor }) {
	return <span className="ui-dot" data-color={color} aria-hidden="true" />
}

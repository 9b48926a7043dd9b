import { Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TagDot } from '#web/ui/tag-dot.tsx'
import { TagEditor } from './tag-editor.tsx'
import type { ListedTag } from './use-tags.ts'

/** One tag of the list, or its editor. */
export function TagRow({
	tag,
	tags,
	spaceId,
	canEdit,
	onGone,
}: {
	tag: ListedTag
	tags: readonly ListedTag[]
	spaceId: string
	canEdit: boolean
	/** Called when the tag was merged or deleted. */
	onGone: () => void
}) {
	const [isEditing, setEditing] = useState(false)
	const wasEditing = useRef(false)
	const button = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		if (wasEditing.current && !isEditing) button.current?.focus()
		wasEditing.current = isEditing
	}, [isEditing])
	if (isEditing)
		return (
			<li className="tags-open">
				<TagEditor
					spaceId={spaceId}
					tags={tags}
					tag={tag}
					onClose={(how) => (how === 'gone' ? onGone() : setEditing(false))}
				/>
			</li>
		)
	return (
		<li className="tags-row">
			<p className="tags-name">
				<TagDot color={tag.color} />
				<bdi>{tag.name}</bdi>
			</p>
			<p className="tags-count">{formatCount(tag.count, 'testimonial')}</p>
			<p className="tags-walls">
				<Walls walls={tag.walls} />
			</p>
			{canEdit ? (
				<Button size="tiny" ref={button} onClick={() => setEditing(true)}>
					Edit
					<span className="ui-sr">
						{' '}
						<bdi>{tag.name}</bdi>
					</span>
				</Button>
			) : null}
		</li>
	)
}

function Walls({ walls }: Pick<ListedTag, 'walls'>) {
	if (walls.length === 0) return <span className="ui-quiet">No wall selects by it</span>
	return (
		<>
			<span className="ui-quiet">{walls.length === 1 ? 'Wall' : 'Walls'} </span>
			{walls.map(({ id, name }, at) => (
				<Fragment key={id}>
					{at > 0 ? ', ' : null}
					<Link to={`/dashboard/walls/${id}`}>
						<bdi>{name}</bdi>
					</Link>
				</Fragment>
			))}
		</>
	)
}

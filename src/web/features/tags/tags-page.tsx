import { Plus } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { SettingsHead } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TagDot } from '#web/ui/tag-dot.tsx'
import { TagEditor } from './tag-editor.tsx'
import { type ListedTag, useTags } from './use-tags.ts'
import './tags-page.css'

/** Where focus goes when the button that had it is gone. */
const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus()

/** /dashboard/space/tags: the tags of the space, what carries them, and which walls select by them. */
export function Page() {
	const { space, canEdit } = useSpace()
	const tags = useTags(space.id)
	const [isMaking, setMaking] = useState(false)
	const newButton = useRef<HTMLButtonElement>(null)
	usePageTitle('Tags', space.name)
	const list = tags.data ?? []
	// The list may show a new tag a moment after it was saved; the button must not move meanwhile.
	const [wasMade, setMade] = useState(false)
	const isEmpty = tags.isSuccess && list.length === 0 && !wasMade
	const closeNew = (how?: 'saved' | 'gone') => {
		flushSync(() => {
			setMaking(false)
			if (how === 'saved') setMade(true)
		})
		newButton.current?.focus()
	}
	const showGone = () => {
		setMade(false)
		focusHeading()
	}
	const newTag = (
		<Button variant="primary" ref={newButton} onClick={() => setMaking(true)}>
			<Plus size={16} aria-hidden="true" />
			New tag
		</Button>
	)
	return (
		<>
			<div className="tags-head">
				<SettingsHead title="Tags">Words of your own, to find testimonials and to choose what walls show.</SettingsHead>
				{canEdit && !isMaking && !isEmpty ? newTag : null}
			</div>
			<div className="tags-body">
				{canEdit ? null : <Notice>You see the tags. Owners and editors of the space change them.</Notice>}
				{tags.isPending ? <Spinner /> : null}
				{tags.isError && !tags.data ? <ReadError query={tags}>The tags could not be read.</ReadError> : null}
				{isMaking ? <TagEditor spaceId={space.id} tags={list} onClose={closeNew} /> : null}
				{isEmpty && !isMaking ? (
					<EmptyState
						title="No tags yet."
						actions={
							<>
								{canEdit ? newTag : null}
								<Link className={buttonClass({})} to="/dashboard/inbox">
									Go to the inbox
								</Link>
							</>
						}
					>
						<p>
							Make a tag for each product, course or season, and put it on testimonials in the inbox. Then the inbox
							finds them, and a wall can show those of one tag.
						</p>
					</EmptyState>
				) : null}
				{list.length > 0 ? (
					<ul className="tags-list">
						{list.map((tag) => (
							<TagRow key={tag.id} tag={tag} tags={list} spaceId={space.id} canEdit={canEdit} onGone={showGone} />
						))}
					</ul>
				) : null}
			</div>
		</>
	)
}

/** One tag of the list, or its editor. */
function TagRow({
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
